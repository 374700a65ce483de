import type { FoundKind } from '@portico/contract/site-search'
import type { Language } from '@portico/contract/translations'
import type { Reader } from '../articles/audience.ts'
import { plainText } from '../articles/body/render-body.ts'
import type { Settings } from '@portico/contract/settings-admin'
import type { Db } from '../db/client.ts'
import type { ShownGame } from '../games/list-games.ts'
import { inLanguage } from '../in-language.ts'
import { readableNotices } from '../notices/read-notices.ts'
import type { TakenPlaces } from '../plans/capacity.ts'
import { isOnSale, listPlans } from '../plans/list-plans.ts'
import { namedGames } from './named-games.ts'
import { pageWords } from './page-words.ts'
import { gamesPage, sitePages } from './pages.ts'

export type Site = { db: Db; takenPlaces: TakenPlaces; shownGames: () => Promise<ShownGame[]>; settings: Settings; now: Date }
/** `also`: other names of it, which are not shown. */
export type Named = { id: string; title: string; text: string; also: string; path: string }
export type NamedKind = { kind: Exclude<FoundKind, 'article'>; named: Named[] }

/** Notices that are looked through, latest first. */
const NOTICES = 100

/** Pages, plans on sale, games and the reader's notices: few enough to look through them all. */
export async function listNamed(
  { db, takenPlaces, shownGames, settings, now }: Site,
  { accountId }: Reader,
  language: Language,
): Promise<NamedKind[]> {
  const [plans, notices, games, words] = await Promise.all([
    listPlans(db, takenPlaces),
    accountId === null ? [] : readableNotices(db, accountId, language, now, { limit: NOTICES }),
    shownGames(),
    pageWords(db, settings),
  ])
  const onSale = plans.filter(isOnSale).map(({ plan }): Named => {
    const { name, content } = inLanguage(plan, language)
    const otherNames = Object.values(plan.translations).map((texts) => texts?.name ?? '')
    const also = [plan.name, ...otherNames, ...plan.tags].join(' | ')
    return { id: String(plan.id), title: name, text: content.replaceAll(/\s*\n\s*/g, ' · '), also, path: forWhom(accountId).plans }
  })
  const told = notices.map(({ notice: { id, title, body } }): Named => {
    return { id: String(id), title, text: plainText(body, Infinity), also: '', path: '/user/msg' }
  })
  const pages = [...sitePages, ...(games.length > 0 ? [gamesPage] : [])]
    .filter(({ of }) => of === undefined || of === forWhom(accountId).who)
    .map(({ path, also, ...texts }): Named => {
      return { ...texts[language], id: path, path, also: `${texts.en.title} | ${texts['zh-CN'].title} | ${also} | ${words[path] ?? ''}` }
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
