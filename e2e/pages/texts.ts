import { globSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Language } from './routes.ts'

const read = (language: Language): Map<string, string> =>
  new Map(
    globSync(`apps/web/src/**/*.${language}.json`).flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>),
    ),
  )
const texts = { en: read('en'), 'zh-CN': read('zh-CN') }
const chinese = new Set(texts['zh-CN'].values())
/** A way to be paid that an operator typed; it is also a text of the interface. */
const TYPED = 'Alipay'
/** English texts of the interface that no Chinese page shows. */
const english = new Set([...texts.en.values()].filter((text) => /[a-z]{3}/i.test(text) && !chinese.has(text) && text !== TYPED))
const hasChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

type Shown = { text: string; lang: string }

/**
 * What on the page is an untranslated key, or in the other language without an element that says so. The console and
 * tickets show what people typed in any language, so only texts of the interface count there.
 */
export async function wrongTexts(page: Page): Promise<string[]> {
  const shown = await page.evaluate(shownTexts)
  const isTyped = /^\/(admin|user\/ticket)/.test(new URL(page.url()).pathname)
  const isOther = ({ text, lang }: Shown): boolean => {
    if (lang.startsWith('zh')) return english.has(text)
    return isTyped ? chinese.has(text) && hasChinese(text) : hasChinese(text)
  }
  return shown.flatMap((one) => {
    if (texts.en.has(one.text)) return [`a key: ${one.text}`]
    return isOther(one) ? [`not ${one.lang}: ${one.text}`] : []
  })
}

/** Runs in the page. The texts in sight, with the language they claim to be in. What is code has no language. */
function shownTexts(): Shown[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Shown[] = []
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode
    const text = textContent?.trim()
    if (!text || !element?.checkVisibility() || element.closest('[translate=no], textarea, code, pre')) continue
    found.push({ text, lang: element.closest('[lang]')?.getAttribute('lang') ?? '' })
  }
  return found
}
