import type { Diagnosis } from '@portico/contract/diagnosis'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { findFaults } from './find-faults.ts'
import { readFacts } from './read-facts.ts'
import { wordsOf } from './words.ts'

/**
 * Why a member cannot connect, what must be solved first comes first, in words of this language. Reads with at most four statements (five
 * in youth mode) and changes nothing. Throws `not_found` for an account that does not exist.
 */
export async function diagnose(
  { database, settings }: Pick<App, 'database' | 'settings'>,
  accountId: number,
  language: Language,
  now: Date,
): Promise<Diagnosis> {
  const current = settings()
  const facts = await readFacts(database.db, accountId, { now, settings: current })
  const findings = findFaults(facts).map((fault) => wordsOf(fault, { language, now, zone: current['site.timezone'] }))
  return { ok: findings.length === 0, findings }
}
