import { FindingCode } from '@portico/contract/diagnosis'
import type { Fault } from './faults.ts'
import { appFaults } from './app-faults.ts'
import { deviceFaults } from './device-faults.ts'
import { linkFaults } from './link-faults.ts'
import { nodeFaults } from './node-faults.ts'
import { planFaults } from './plan-faults.ts'
import type { Facts } from './read-facts.ts'

const CODES = FindingCode.options
/** Faults that only say that nothing connects. Dropped if a cause is found. */
const CONSEQUENCES = ['fetched_long_ago', 'never_connected', 'no_traffic']
/** Faults up to here keep a member from every node. */
const LAST_TOTAL = CODES.indexOf('not_yet_known')

/** Faults that keep a member from connecting, first to solve first. */
export function findFaults(facts: Facts): Fault[] {
  const all = [...planFaults(facts), ...linkFaults(facts), ...nodeFaults(facts), ...appFaults(facts), ...deviceFaults(facts)]
  const hasCause = all.some(({ code }) => CODES.indexOf(code) <= LAST_TOTAL)
  return all
    .filter(({ code }) => !hasCause || !CONSEQUENCES.includes(code))
    .toSorted((a, b) => CODES.indexOf(a.code) - CODES.indexOf(b.code))
}
