import type { FoundKind } from '@portico/contract/site-search'
import { searched } from '../additions.ts'
import type { App } from '../app.ts'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import { tokensOfName } from '../articles/words/fit.ts'
import { inLanguage } from '../in-language.ts'
import { kept } from '../kept/kept.ts'
import { shownPages } from '../settings/header-items.ts'
import { planOccupancy } from '../plans/capacity.ts'
import { isOnSale, type ListedPlan, listPlans } from '../plans/list-plans.ts'
import type { Named } from './named.ts'
import { pageWords } from './page-words.ts'
import { type SitePage, sitePages } from './pages.ts'

export type NamedKind = { kind: Exclude<FoundKind, 'article'>; named: Named[] }
type Who = 'visitor' | 'member'
export type ListNamed = (who: Who, language: Language) => Promise<NamedKind[]>

/** Milliseconds for which named things are cached. */
const KEPT_MS = 2_000
/** Characters of a plan's text that are looked through. */
const SEARCHED = 6_000

/** Lists pages, plans on sale and what nouns add: few enough to look through them all. Each change is found two seconds later at most. */
export function createListNamed(app: App): ListNamed {
  const { db } = app.database
  const listed = kept(app.now, KEPT_MS, async (key): Promise<NamedKind[]> => {
    const who = key.startsWith('member') ? 'member' : 'visitor'
    const language = LANGUAGES.find((one) => key.endsWith(one)) ?? 'en'
    const [plans, shown, words, added] = await Promise.all([
      listPlans(db, planOccupancy(app)),
      shownPages(db),
      pageWords(db, app.settings()),
      Promise.all(searched.all.map(async ({ kind, list }) => ({ kind, named: await list(app, language) }))),
    ])
    const more = shown.map(({ path, found }) => ({ path, ...found }))
    const pages = [...sitePages, ...more].filter(({ of }) => of === undefined || of === who)
    return [
      { kind: 'page', named: pages.map((page) => namedPage(page, language, words[page.path] ?? '')) },
      { kind: 'plan', named: plans.filter(isOnSale).map((one) => namedPlan(one, who, language)) },
      ...added,
    ]
  })
  return async (who, language) => (await listed(`${who} ${language}`)).value
}

function namedPage({ path, also, ...texts }: SitePage, language: Language, words: string): Named {
  const { title, text } = texts[language]
  const names = [texts.en.title, texts['zh-CN'].title, also, words].join(' | ')
  return { id: path, title, text, tokens: tokensOfName(text), path, also: names }
}

function namedPlan({ plan }: ListedPlan, who: Who, language: Language): Named {
  const { name, content } = inLanguage(plan, language)
  const otherNames = Object.values(plan.translations).map((texts) => texts?.name ?? '')
  const also = [plan.name, ...otherNames, ...plan.tags].join(' | ')
  const text = content
    .slice(0, SEARCHED)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' · ')
  return { id: String(plan.id), title: name, text, tokens: tokensOfName(text), also, path: who === 'visitor' ? '/price' : '/user/plans' }
}
