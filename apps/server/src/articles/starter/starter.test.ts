import { globSync, readFileSync, statSync } from 'node:fs'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import { DomUtils, parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../../test/at-once.ts'
import { forFile, startApp } from '../../../test/harness.ts'
import { publishArticle } from '../../../test/publish-article.ts'
import { cleanBody } from '../body/clean-body.ts'
import { htmlOf } from '../body/elements.ts'
import { readPicture, readStarter, renderStarter } from './read-starter.ts'
import { type StarterName, starters } from './starters.ts'

const names = Object.keys(starters) as StarterName[]
const all = names.flatMap((name) => LANGUAGES.map((language) => [name, language] as const))
const example = `/files/${'0'.repeat(32)}.webp`
const addresses = { picture: () => ({ url: example, width: 1, height: 1 }), article: () => '/help/1' }

const wordsOf = async (name: StarterName, language: Language): Promise<string> => {
  const starter = await readStarter(name, language)
  const { title, summary, body } = renderStarter(starter, addresses)
  return [title, summary, DomUtils.textContent(parseDocument(body)), ...starter.pictures.map(({ alt }) => alt)].join('\n')
}
const inOneForm = (html: string): string => htmlOf(parseDocument(html))

test('there is a text for each starter and language, and no other', () => {
  const found = globSync('*/*.md', { cwd: new URL('.', import.meta.url) }).toSorted()
  expect(found).toEqual(all.map(([name, language]) => `${language}/${name}.md`).toSorted())
})

test.each(all)('%s in %s is clean, and complete', async (name, language) => {
  const { title, summary, body } = renderStarter(await readStarter(name, language), addresses)
  expect(inOneForm(cleanBody(body))).toBe(inOneForm(body))
  expect(title).toMatch(/^\S.{3,59}$/u)
  expect(summary).toMatch(/^[^\n]{10,160}[.。]$/u)
  expect(body.replaceAll(example, ''), 'a mark that was not understood').not.toMatch(/[{}]|article:|\*\*|\]\(|!\[/)
})

test.each(names)('%s says the same in both languages', async (name) => {
  const [en, zh] = [await readStarter(name, 'en'), await readStarter(name, 'zh-CN')]
  const shape = (starter: typeof en): unknown => {
    const parts = DomUtils.findAll(() => true, parseDocument(renderStarter(starter, addresses).body).children)
    const own = parts.filter((part) => /^(h\d|li|section|aside|pre|figure)$/.test(part.name)).map((part) => part.name)
    const targets = parts.map(({ attribs }) => attribs['href'] ?? attribs['data-fill'] ?? '').filter(Boolean)
    return [own, targets.toSorted(), starter.articles.toSorted(), starter.pictures.map((picture) => picture.name)]
  }
  expect(shape(zh)).toEqual(shape(en))
})

test.each(all)('%s in %s shows pictures that exist, with words, and links to pages that exist', async (name, language) => {
  const starter = await readStarter(name, language)
  for (const { name: picture, alt } of starter.pictures) {
    const { bytes } = await readPicture(picture, language)
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
    expect(bytes.length).toBeLessThanOrEqual(60_000)
    expect(alt.length).toBeGreaterThan(5)
  }
  for (const article of starter.articles) expect(names).toContain(article)
  const pages = globSync('*/**/*-page.tsx', { cwd: web }).map((file) => readFileSync(new URL(file, web), 'utf8'))
  const ids = new Set(pages.map((page) => /createFileRoute\('([^']+)'\)/.exec(page)?.[1]))
  const own = [...starter.markdown.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path]) => path)
  expect(own.filter((path) => !ids.has(`/_public${path}`) && !ids.has(`/_signed-in${path}`))).toEqual([])
})

test.each(names)('%s has no Chinese in English, and Chinese is set as Chinese', async (name) => {
  expect(await wordsOf(name, 'en')).not.toMatch(/[\u3000-\u303f\u3400-\u9fff\uff00-\uffef“”]/)
  const chinese = await wordsOf(name, 'zh-CN')
  const han = String.raw`\u3400-\u9fff`
  expect(chinese, 'punctuation').not.toMatch(new RegExp(`[${han}][,.;:!?()"']|[,.;:!?()"'][${han}]`))
  expect(chinese, 'a space between Chinese and Latin').not.toMatch(new RegExp(`[${han}][A-Za-z0-9]|[A-Za-z0-9%][${han}]`))
  expect(chinese, 'no space beside full-width punctuation').not.toMatch(/ [，。；：！？（）、]|[，。；：！？（）、] /)
})

test('every picture is shown by an article, and a language has fourteen at most', async () => {
  const shown = await Promise.all(
    all.map(async ([name, language]) => {
      const { pictures } = await readStarter(name, language)
      return Promise.all(
        pictures.map(
          async (picture) => ((await readPicture(picture.name, language)).isShared ? '' : `${language}/`) + `${picture.name}.webp`,
        ),
      )
    }),
  )
  const kept = globSync('**/*.webp', { cwd: pictures })
  expect(kept.toSorted()).toEqual([...new Set(shown.flat())].toSorted())
  for (const language of LANGUAGES) expect(kept.filter((file) => file.startsWith(language)).length).toBeLessThanOrEqual(14)
})

const web = new URL('../../../../web/src/', import.meta.url)
const pictures = new URL('./pictures/', import.meta.url)

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])
const make = (publish: boolean) => editor.call('POST', '/admin/articles/starters', { publish })
const help = async (lang: Language) => (await t.call('GET', '/api/help', { lang, page_size: 100 })).body

test('of many at once one makes the starters, except the one that is there, with pictures in use', async () => {
  expect((await editor.call('POST', '/admin/articles/starters', {})).status).toBe(422)
  const { id } = await publishArticle(editor, { en: { title: 'Getting started' } })
  const answers = await atOnce(() => make(true))
  expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.articles)).toEqual([names.length - 1])
  expect(answers.filter(({ body }) => body.code === 'article.starters_made')).toHaveLength(RACES - 1)
  const english = await help('en')
  const chinese = await help('zh-CN')
  expect(english.items).toHaveLength(names.length)
  const systems = english.categories.filter((category: { parent_id: number | null }) => category.parent_id !== null)
  expect(systems.map(({ name }: { name: string }) => name)).toEqual([
    'iPhone and iPad',
    'Android',
    'Windows',
    'Mac',
    'Linux',
    'Phones and tablets',
  ])
  const [windows] = english.categories.filter((category: { name: string }) => category.name === 'Windows')
  expect(english.items.filter((item: { category_id: number }) => item.category_id === windows.id)).toHaveLength(2)
  expect(chinese.items.find((item: { title: string }) => item.title === '无法连接时怎么办')).toMatchObject({ language: 'zh-CN' })
  const last = english.items.find((item: { title: string }) => item.title === 'Use it on several devices')
  const { body } = (await t.call('GET', '/api/help/read', { id: last.id, lang: 'en' })).body
  expect(body).toMatch(/<img src="\/files\/[0-9a-f]{32}\.webp" alt="The list of devices in use" width="\d+" height="\d+"/)
  const owner = await t.admin()
  const files = (await owner.call('GET', '/admin/files', { page_size: 100 })).body.items
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file: { uses: number }) => file.uses === 0)).toEqual([])
  // To the byte.
  const sizes = globSync('**/*.webp', { cwd: pictures }).map((file) => statSync(new URL(file, pictures)).size)
  expect(files.filter((file: { size: number }) => !sizes.includes(file.size))).toEqual([])
  const start = await readStarter('windows-clash-verge', 'en')
  const there = english.items.find((item: { title: string }) => item.title === start.title)
  const linked = (await t.call('GET', '/api/help/read', { id: there.id, lang: 'en' })).body.body
  const target = english.items.find((item: { title: string }) => item.title === "When it doesn't connect")
  expect(linked).toContain(`href="/help/${target.id}"`)
  expect(linked).toContain('data-kind="locked"')
  const member = await t.member()
  const { body: mine } = (await member.call('GET', '/muser/knowledge/fetch', { id: there.id, lang: 'en' })).body
  expect(mine).toContain(`href="/article/articleRead/${target.id}"`)
  expect((await editor.call('GET', `/admin/articles/${id}`)).body.version).toBe(1)
}, 120_000)

test('a starter that was deleted comes back when asked for again, as a draft if wanted; the rest stays', async () => {
  const before = (await editor.call('GET', '/admin/articles', { page_size: 100 })).body
  const gone = before.items.find((item: { titles: { en: string } }) => item.titles.en === 'Invite friends')
  await editor.call('DELETE', `/admin/articles/${gone.id}`)
  expect(await make(false)).toMatchObject({ status: 200, body: { articles: 1 } })
  const after = (await editor.call('GET', '/admin/articles', { page_size: 100 })).body
  expect(after.total).toBe(before.total)
  expect(after.items[0]).toMatchObject({ status: 'draft', titles: { en: 'Invite friends', 'zh-CN': '邀请好友' } })
  expect((await editor.call('GET', '/admin/article-categories')).body.total).toBe(10)
  expect((await make(false)).status).toBe(409)
})
