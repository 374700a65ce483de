import { setImmediate } from 'node:timers/promises'
import type { Language } from '@portico/contract/translations'
import { lineOf } from '../articles/body/render-body.ts'
import { type Tokens, tokensIn } from '../articles/words/fit.ts'
import type { Db } from '../db/client.ts'
import { keptBySize } from '../kept/kept-by-size.ts'
import { readableNotices, readableVersions } from '../notices/read-notices.ts'

export type NoticeText = { id: number; title: string; text: string; tokens: Tokens }
/** Searchable texts of a member's notices, latest first. */
export type NoticeTexts = (db: Db, accountId: number, language: Language, now: Date) => Promise<NoticeText[]>

/** Notices that are looked through, and characters of each. */
const [NOTICES, SEARCHED] = [100, 6_000]
/** Characters of all notices that are kept. Of Chinese, each may become a token. */
const MOST_KEPT = 1_200_000

/** Reads each notice version's HTML once, while the cache has room. */
export function createNoticeTexts(): NoticeTexts {
  const kept = keptBySize<NoticeText>(MOST_KEPT)
  return async (db, accountId, language, now) => {
    const keyOf = ({ id, version }: { id: number; version: number }): string => `${id}.${version}.${language}`
    const readable = await readableVersions(db, accountId, now, NOTICES)
    const known = readable.map((one) => kept.get(keyOf(one)))
    const ids = readable.filter((_, i) => !known[i]).map(({ id }) => id)
    const read = new Map<number, NoticeText>()
    for (const { notice } of ids.length === 0 ? [] : await readableNotices(db, accountId, language, now, { ids })) {
      // Cut one by one, with answers to others in between.
      await setImmediate()
      const { id, title, body } = notice
      const text = lineOf(body, SEARCHED)
      const cut = { id, title, text, tokens: tokensIn(text) }
      kept.set(keyOf(notice), cut, text.length)
      read.set(id, cut)
    }
    return readable.flatMap(({ id }, i) => known[i] ?? read.get(id) ?? [])
  }
}
