import type { FoundKind } from '@portico/contract/site-search'
import type { Language } from '@portico/contract/translations'
import type { Reader } from '../articles/audience.ts'
import { plainText } from '../articles/body/render-body.ts'
import type { Db } from '../db/client.ts'
import { inLanguage } from '../in-language.ts'
import { readableNotices } from '../notices/read-notices.ts'
import type { TakenPlaces } from '../plans/capacity.ts'
import { isOnSale, listPlans } from '../plans/list-plans.ts'
import { sitePages } from './pages.ts'

export type Site = { db: Db; takenPlaces: TakenPlaces; now: Date }
/** `also`: other names of it, which are not shown. */
export type Named = { id: string; title: string; text: string; also: string; path: string }
export type NamedKind = { kind: Exclude<FoundKind, 'article'>; named: Named[] }

/** Notices that are looked through, latest first. */
const NOTICES = 100

/** Pages, plans on sale and the reader's notices: few enough to look through them all. */
export async function listNamed({ db, takenPlaces, now }: Site, { accountId }: Reader, language: Language): Promise<NamedKind[]> {
  const [plans, notices] = await Promise.all([
    listPlans(db, takenPlaces),
    accountId === null ? [] : readableNotices(db, accountId, language, now, { limit: NOTICES }),
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
  const pages = sitePages
    .filter(({ of }) => of === undefined || of === forWhom(accountId).who)
    .map(({ path, also, ...texts }): Named => {
      return { ...texts[language], id: path, path, also: `${texts.en.title} | ${texts['zh-CN'].title} | ${also}` }
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
