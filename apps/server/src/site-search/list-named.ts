import type { FoundKind } from '@portico/contract/site-search'
import type { Language } from '@portico/contract/translations'
import type { Reader } from '../articles/audience.ts'
import { type Tokens, tokensOfName } from '../articles/words/fit.ts'
import type { Db } from '../db/client.ts'
import { inLanguage } from '../in-language.ts'
import type { TakenPlaces } from '../plans/capacity.ts'
import { isOnSale, listPlans } from '../plans/list-plans.ts'
import type { NoticeTexts } from './notice-texts.ts'
import { sitePages } from './pages.ts'

export type Site = { db: Db; takenPlaces: TakenPlaces; noticeTexts: NoticeTexts; now: Date }
/** `also`: other names of it, which are not shown. `tokens`: those of its text. */
export type Named = { id: string; title: string; text: string; tokens: Tokens; also: string; path: string }
export type NamedKind = { kind: Exclude<FoundKind, 'article'>; named: Named[] }

/** Characters of a plan's text that are looked through. */
const SEARCHED = 6_000

/** Pages, plans on sale and the reader's notices: few enough to look through them all. */
export async function listNamed(
  { db, takenPlaces, noticeTexts, now }: Site,
  { accountId }: Reader,
  language: Language,
): Promise<NamedKind[]> {
  const [plans, notices] = await Promise.all([
    listPlans(db, takenPlaces),
    accountId === null ? [] : noticeTexts(db, accountId, language, now),
  ])
  const onSale = plans.filter(isOnSale).map(({ plan }): Named => {
    const { name, content } = inLanguage(plan, language)
    const otherNames = Object.values(plan.translations).map((texts) => texts?.name ?? '')
    const also = [plan.name, ...otherNames, ...plan.tags].join(' | ')
    const text = content.slice(0, SEARCHED).replaceAll(/\s*\n\s*/g, ' · ')
    return { id: String(plan.id), title: name, text, tokens: tokensOfName(text), also, path: forWhom(accountId).plans }
  })
  const told = notices.map(({ id, ...texts }): Named => ({ ...texts, id: String(id), also: '', path: '/user/msg' }))
  const pages = sitePages
    .filter(({ of }) => of === undefined || of === forWhom(accountId).who)
    .map(({ path, also, ...texts }): Named => {
      const { title, text } = texts[language]
      return { id: path, title, text, tokens: tokensOfName(text), path, also: `${texts.en.title} | ${texts['zh-CN'].title} | ${also}` }
    })
  return [
    { kind: 'page', named: pages },
    { kind: 'plan', named: onSale },
    { kind: 'notice', named: told },
  ]
}

function forWhom(accountId: number | null): { who: 'visitor' | 'member'; plans: string } {
  return accountId === null ? { who: 'visitor', plans: '/price' } : { who: 'member', plans: '/user/plans' }
}
