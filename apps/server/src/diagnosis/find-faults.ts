import { FindingCode } from '@portico/contract/diagnosis'
import { shadowsocksKeyBytes } from '@portico/contract/protocols'
import type { Fault } from './faults.ts'
import { appFaults } from './app-faults.ts'
import { deviceFaults } from './device-faults.ts'
import { linkFaults } from './link-faults.ts'
import { nodeFaults } from './node-faults.ts'
import { planFaults } from './plan-faults.ts'
import type { Facts } from './read-facts.ts'
import { offered, usable } from './usable.ts'

const CODES = FindingCode.options
/** Faults that only say that nothing connects. Dropped if a cause is found. */
const CONSEQUENCES = ['fetched_long_ago', 'never_connected', 'no_traffic']
/** Faults up to here keep a member from every node. */
const LAST_TOTAL = CODES.indexOf('not_yet_known')
const DAY_MS = 86_400_000

/** Faults that keep a member from connecting, first to solve first, and what is true but keeps nobody from it. */
export function findFaults(facts: Facts): { causes: Fault[]; remarks: Fault[] } {
  const found = [...planFaults(facts), ...linkFaults(facts), ...nodeFaults(facts), ...appFaults(facts), ...deviceFaults(facts)]
  const all = found.toSorted((a, b) => CODES.indexOf(a.code) - CODES.indexOf(b.code))
  const causes = all.filter((fault) => !isHarmless(fault, facts))
  const hasCause = causes.some(({ code }) => CODES.indexOf(code) <= LAST_TOTAL)
  return {
    causes: causes.filter(({ code }) => !hasCause || !CONSEQUENCES.includes(code)),
    remarks: all.filter((fault) => isHarmless(fault, facts)),
  }
}

function isHarmless(fault: Fault, facts: Facts): boolean {
  if (fault.code === 'clock') return Math.abs(fault.skewMs) < DAY_MS && !usable(facts).some(({ settings }) => readsClock(settings))
  if (fault.code === 'node_paused' || fault.code === 'some_nodes_moved')
    // The member has another one, which works.
    return offered(facts).some((node) => node.isUsed && node.offlineAt === null && !fault.named.includes(node))
  return ['site_closed', 'link_shared', 'traffic_unfetched'].includes(fault.code)
}

/** Whether a node refuses a clock that is minutes off. TLS notices only days. */
function readsClock(settings: Facts['nodes'][number]['settings']): boolean {
  return settings.protocol === 'vmess' || (settings.protocol === 'shadowsocks' && shadowsocksKeyBytes(settings.cipher) !== null)
}
