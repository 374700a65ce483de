import type { FoundKind } from '@portico/contract/site-search'
import type { Settings } from '@portico/contract/settings-admin'
import type { Language } from '@portico/contract/translations'
import type { Reader } from '../articles/audience.ts'
import { tokensOfName } from '../articles/words/fit.ts'
import type { Db } from '../db/client.ts'
import type { ShownGame } from '../games/list-games.ts'
import { inLanguage } from '../in-language.ts'
import type { TakenPlaces } from '../plans/capacity.ts'
import { isOnSale, listPlans } from '../plans/list-plans.ts'
import type { Named } from './named.ts'
import { namedGames } from './named-games.ts'
import type { NoticeTexts } from './notice-texts.ts'
import { pageWords } from './page-words.ts'
import { gamesPage, sitePages } from './pages.ts'

export type Site = {
  db: Db
  takenPlaces: TakenPlaces
  noticeTexts: NoticeTexts
  shownGames: () => Promise<ShownGame[]>
  settings: Settings
  now: Date
}
export type NamedKind = { kind: Exclude<FoundKind, 'article'>; named: Named[] }

/** Characters of a plan's text that are looked through. */
const SEARCHED = 6_000

/** Pages, plans on sale, games and the reader's notices: few enough to look through them all. */
export async function listNamed(
  { db, takenPlaces, noticeTexts, shownGames, settings, now }: Site,
  { accountId }: Reader,
  language: Language,
): Promise<NamedKind[]> {
  const [plans, notices, games, words] = await Promise.all([
    listPlans(db, takenPlaces),
    accountId === null ? [] : noticeTexts(db, accountId, language, now),
    shownGames(),
    pageWords(db, settings),
  ])
  const onSale = plans.filter(isOnSale).map(({ plan }): Named => {
    const { name, content } = inLanguage(plan, language)
    const otherNames = Object.values(plan.translations).map((texts) => texts?.name ?? '')
    const also = [plan.name, ...otherNames, ...plan.tags].join(' | ')
    const text = content.slice(0, SEARCHED).replaceAll(/\s*\n\s*/g, ' · ')
    return { id: String(plan.id), title: name, text, tokens: tokensOfName(text), also, path: forWhom(accountId).plans }
  })
  const told = notices.map(({ id, ...texts }): Named => ({ ...texts, id: String(id), also: '', path: '/user/msg' }))
  const pages = [...sitePages, ...(games.length > 0 ? [gamesPage] : [])]
    .filter(({ of }) => of === undefined || of === forWhom(accountId).who)
    .map(({ path, also, ...texts }): Named => {
      const { title, text } = texts[language]
      const names = [texts.en.title, texts['zh-CN'].title, also, words[path] ?? ''].join(' | ')
      return { id: path, title, text, tokens: tokensOfName(text), path, also: names }
    })
  return [
    { kind: 'page', named: pages },
    { kind: 'plan', named: onSale },
    { kind: 'notice', named: told },
    { kind: 'game', named: namedGames(games, language) },
  ]
}

function forWhom(accountId: number | null): { who: 'visitor' | 'member'; plans: string } {
  return accountId === null ? { who: 'visitor', plans: '/price' } : { who: 'member', plans: '/user/plans' }
}
