import type { OldFinding, OldNode } from '../../records.ts'
import type { FindingCode } from '../../finding-codes.ts'
import { type Inbound, readInbound } from './inbound.ts'
import type { Shown } from './fields.ts'

/** An inbound with one address at which clients reach it. */
export type Entrance = {
  at: string
  key: string
  parent: string | null
  name: string
  /** '': the panel says the address it was asked at. */
  host: string
  port: string
  listens: number
  group: string[]
  shown: boolean
  sort: number
  /** Factor of traffic, as decimals. */
  rate: string
  inbound: Inbound | null
  client: Shown
  /** Its members have different flows. */
  mixedFlow: boolean
  /** Why it cannot come along, before its settings are looked at; '': nothing is known against it. */
  against: string
}

const CODES = new Map<string, FindingCode>([
  ['reality_more', 'xray_reality_more'],
  ['fingerprint', 'xray_fingerprint'],
  ['ech', 'xray_ech'],
  ['mldsa65', 'xray_mldsa'],
])

/** A node of an inbound, with what is odd about it. */
export function* nodeOf(entrance: Entrance): Generator<OldNode | OldFinding> {
  const { at, key, name, port, inbound } = entrance
  // The panel shows the address at which it was asked, and stores none.
  if (entrance.against === '' && entrance.host === '') return yield { kind: 'finding', code: 'address_missing', at, what: name }
  const read = inbound === null ? { lacks: 'json', value: '' } : readInbound(inbound, entrance.client)
  const against = entrance.against || ('lacks' in read ? `${read.lacks} ${read.value}`.trim() : '')
  const settings = against === '' && 'settings' in read ? read.settings : null
  if (settings !== null && 'differs' in read) {
    // Other transports know no flow.
    const hasFlow = settings.protocol === 'vless' && settings.network === 'tcp' && settings.security !== 'none'
    if (entrance.mixedFlow && hasFlow) yield { kind: 'finding', code: 'xray_flow_mixed', at, what: name }
    for (const { code, value } of read.differs) {
      const known = CODES.get(code)
      if (known) yield { kind: 'finding', code: known, at, what: value === '' ? name : `${name}: ${value}` }
    }
  }
  yield {
    kind: 'node',
    at,
    key,
    name,
    host: entrance.host,
    port,
    serverPort: entrance.listens,
    rate: entrance.rate,
    rateRanges: [],
    tags: [],
    shown: entrance.shown,
    parent: entrance.parent,
    groups: entrance.group,
    settings,
    why: against,
    aliases: [],
    sort: entrance.sort,
    createdAt: null,
  }
}

/** The most frequent of the texts; the first of equals. '': there are none. */
export function mostOf(counts: ReadonlyMap<string, number> | undefined): string {
  let [best, most] = ['', 0]
  for (const [text, count] of counts ?? []) if (count > most) [best, most] = [text, count]
  return best
}

export function countIn(counts: Map<string, Map<string, number>>, key: string, text: string): void {
  const of = counts.get(key) ?? new Map<string, number>()
  counts.set(key, of.set(text, (of.get(text) ?? 0) + 1))
}
