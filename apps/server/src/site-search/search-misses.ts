import { hash } from 'node:crypto'
import type { SearchMiss } from '@portico/contract/search-misses-admin'
import { schemas } from '@portico/contract/settings/registry'
import { plainText } from '@portico/contract/typed-code'
import { count, desc, eq, gte, lt, max, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { wordsIn } from '../articles/words/synonyms.ts'
import type { Database, Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockSettings, storeSettings } from '../settings/save-settings.ts'
import { searchMisses } from './search-misses.table.ts'

const KEPT_MS = 90 * 86_400_000
const LONGEST = 60
const [MOST_SHOWN, MOST_STORED, LEAST_ASKERS] = [50, 20_000, 2]
/** Addresses, links, numbers and keys: they are about a person. */
const PERSONAL = /@|:\/\/|\d{5,}|[0-9a-f]{8,}/i

/** Notes a search that found nothing. May be called again. */
export async function noteMiss(db: Db, typed: string, who: string, now: Date): Promise<void> {
  const question = plainText(typed).toLowerCase()
  if (question === '' || question.length > LONGEST || PERSONAL.test(question)) return
  if ((await db.$count(searchMisses)) >= MOST_STORED) return
  const row = { question, asker: hash('sha256', `${question}\n${who}`).slice(0, 32), at: now }
  await db
    .insert(searchMisses)
    .values(row)
    .onConflictDoUpdate({ target: [searchMisses.question, searchMisses.asker], set: { at: now } })
}

export async function listMisses(db: Db, now: Date): Promise<SearchMiss[]> {
  const rows = await db
    .select({ question: searchMisses.question, askers: count(), lastAt: max(searchMisses.at) })
    .from(searchMisses)
    .where(gte(searchMisses.at, new Date(now.getTime() - KEPT_MS)))
    .groupBy(searchMisses.question)
    .having(sql`count(*) >= ${LEAST_ASKERS}`)
    .orderBy(desc(count()), desc(max(searchMisses.at)))
    .limit(MOST_SHOWN)
  return rows.map(({ question, askers, lastAt }) => ({ question, askers, last_at: (lastAt ?? now).toISOString() }))
}

/** Puts a question into the group of another word. May be called twice. Throws `input.invalid` where the list is full. */
export async function addSynonym(
  { secrets, transaction }: Database,
  by: Actor,
  { question, sameAs }: { question: string; sameAs: string },
  now: Date,
): Promise<void> {
  // Commas separate the words of a group, and lines the groups.
  const plain = (text: string): string => text.replaceAll(/[,，、;；\s]+/g, ' ').trim()
  const one = (text: string): string => wordsIn(plain(text))[0] ?? ''
  await transaction(async (tx) => {
    const before = (await lockSettings(tx, secrets))['search.synonyms']
    const lines = before.split('\n')
    const at = lines.findIndex((line) => wordsIn(line).includes(one(sameAs)))
    const line = at < 0 ? plain(sameAs) : (lines[at] ?? '')
    const isThere = wordsIn(line).includes(one(question))
    const after = lines
      .with(at < 0 ? lines.push('') - 1 : at, isThere ? line : `${line}, ${plain(question)}`)
      .join('\n')
      .trim()
    if (!schemas['search.synonyms'].safeParse(after).success) throw new AppError('input.invalid', { fields: { same_as: 'read.too_long' } })
    await storeSettings(tx, secrets, by, { action: 'settings.save', change: { 'search.synonyms': after } }, now)
    await tx.delete(searchMisses).where(eq(searchMisses.question, question))
  })
}

export async function dropOldMisses(db: Db, now: Date): Promise<void> {
  await db.delete(searchMisses).where(lt(searchMisses.at, new Date(now.getTime() - KEPT_MS)))
}
