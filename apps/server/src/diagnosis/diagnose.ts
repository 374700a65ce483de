import type { Diagnosis } from '@portico/contract/diagnosis'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import type { Fault } from './faults.ts'
import { findFaults } from './find-faults.ts'
import { readFacts } from './read-facts.ts'
import { type Reader, wordsOf } from './words.ts'

/**
 * Why a member cannot connect, first to solve first, in words for this reader. At most four statements (five in youth mode); changes
 * nothing. Throws `not_found` for an unknown account.
 */
export async function diagnose(
  { database, settings }: Pick<App, 'database' | 'settings'>,
  accountId: number,
  { language, reader }: { language: Language; reader: Reader },
  now: Date,
): Promise<Diagnosis> {
  const current = settings()
  const facts = await readFacts(database.db, accountId, { now, settings: current })
  const { causes, remarks } = findFaults(facts)
  const say = (faults: Fault[]) => faults.map((fault) => wordsOf(fault, { language, now, zone: current['site.timezone'], reader }))
  return { ok: causes.length === 0, findings: say(causes), remarks: say(remarks) }
}
