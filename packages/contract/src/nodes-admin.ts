import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FORMATS } from './formats.ts'
import { areApart, NodeStatus, RateRange } from './nodes.ts'
import { IdParams, Ok, Time } from './paging.ts'
import { PROTOCOL_RULES, ProtocolSettings } from './protocols.ts'
import { NodePart } from './node-parts.ts'
import type { Rule } from './rule-texts.ts'
import { translationsOf } from './translations.ts'

export const NodeState = z.enum(['enabled', 'draining', 'maintenance', 'hidden'])
export type NodeState = z.infer<typeof NodeState>

/** Messages of the rules below: keys of `ruleTexts`. */
export const NODE_RULES = { ports: 'node.ports', port: 'node.port', address: 'node.address' } as const satisfies Record<string, Rule>

/** One port, or a range for port hopping. */
export const PortText = z.string().check(
  z.regex(/^\d{1,5}(-\d{1,5})?$/, NODE_RULES.ports),
  z.refine((text) => {
    const ports = text.split('-').map(Number)
    return ports.every((port) => port >= 1 && port <= 65_535) && (ports.length === 1 || (ports[0] ?? 0) < (ports[1] ?? 0))
  }, NODE_RULES.ports),
)

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
// zod's own checks would be part of the login page.
function isAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const isOld = IPV4.test(address)
  const isNew = /^[\da-f:.]*:[\da-f:.]*$/i.test(address) && URL.canParse(`http://[${address}]`)
  const isBlock = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isOld ? 32 : 128))
  return (isOld || isNew) && isBlock && more.length === 0
}
/** An address, or a block such as 192.0.2.0/24. */
const AddressBlock = z.string().check(z.trim(), z.maxLength(64), z.refine(isAddress, NODE_RULES.address))

const RateRanges = z.array(RateRange).check(z.maxLength(24), z.refine(areApart, 'node.ranges_overlap' satisfies Rule))
const Quota = z.nullable(z.int().check(z.gte(1)))
const ResetDay = z.nullable(z.int().check(z.gte(1), z.lte(31)))

const LineSpeed = z.nullable(z.int().check(z.gte(1), z.lte(80_000)))
const CallAddresses = z.array(AddressBlock).check(z.maxLength(32))

const tags = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(24))).check(z.maxLength(8))
const NodeTranslations = translationsOf({ name: z.string().check(z.trim(), z.maxLength(80)), tags })

export const NodeInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  host: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9._:-]{1,253}$/, PROTOCOL_RULES.host)),
  /** Where clients connect. */
  port: PortText,
  /** Where the node listens. */
  server_port: z.int(NODE_RULES.port).check(z.gte(1, NODE_RULES.port), z.lte(65_535, NODE_RULES.port)),
  rate: z.int().check(z.gte(0), z.lte(10_000)),
  tags,
  state: NodeState,
  group_ids: z.array(z.int()).check(z.maxLength(100)),
  settings: ProtocolSettings,
  /** Other rates by time of day in the site's zone; none if absent. */
  rate_ranges: z.optional(RateRanges),
  /** Raw bytes per cycle, after which the node leaves subscriptions; null: no limit. */
  quota: z.optional(Quota),
  /** Day of month when its counters reset (the last day in shorter months); null: never. */
  quota_reset_day: z.optional(ResetDay),
  /** What its line carries in Mbit/s, up and down together; a report of more is held. null: as the settings say. */
  line_speed: z.optional(LineSpeed),
  /** Addresses and CIDR blocks that calls with its secret may come from; none: any. */
  call_addresses: z.optional(CallAddresses),
  /** This node is another entrance to that one: it shares its process, members, state and Shadowsocks 2022 key. */
  parent_id: z.optional(z.nullable(z.int())),
  /** Absent: none, or as they are. */
  translations: z.optional(NodeTranslations),
})
export type NodeInput = z.infer<typeof NodeInput>
export const NodeChange = z.partial(NodeInput)
export type NodeChange = z.infer<typeof NodeChange>

/** Settings as they are stored: they may break rules that came later, so they are not checked, only documented as `ProtocolSettings`. */
export const StoredSettings = z.custom<ProtocolSettings>((value) => typeof value === 'object' && value !== null)

export const AdminNode = z.object({
  ...NodeInput.shape,
  settings: StoredSettings,
  rate_ranges: RateRanges,
  quota: Quota,
  quota_reset_day: ResetDay,
  line_speed: LineSpeed,
  call_addresses: CallAddresses,
  parent_id: z.nullable(z.int()),
  /** In the caller's language. */
  shown_name: z.string(),
  translations: NodeTranslations,
  machine_id: z.nullable(z.int()),
  /** Raw bytes of this cycle, which count towards the quota. */
  quota_used: z.int(),
  /** The quota is used up, so subscriptions leave the node out. */
  exhausted: z.boolean(),
  id: z.int(),
  status: NodeStatus,
  /** Rules (keys of `ruleTexts`) that came after its settings were saved, and which they break. */
  faults: z.array(z.string()),
  /** Roughly since when its process has been silent: new profiles leave the node out or mark it. */
  offline_since: z.nullable(Time),
  /** Formats that leave it out in every version, and what of it they lack; nothing: no client could read its settings. */
  left_out: z.array(z.object({ format: z.enum(FORMATS), title: z.string(), lacks: z.array(NodePart) })),
  /** Open alarms about its reports. */
  alarms: z.int(),
  /** Reports on the disk of the server process that answers: they wait for the database, or can never be stored. */
  waiting_reports: z.int(),
  online_users: z.int(),
  /** The last report: cpu, mem, swap, disk; null while it is silent. */
  load: z.nullable(z.record(z.string(), z.unknown())),
  last_pull_at: z.nullable(Time),
  last_push_at: z.nullable(Time),
  sort: z.int(),
  created_at: Time,
})
export type AdminNode = z.infer<typeof AdminNode>

export const adminListNodes = endpoint({
  method: 'GET',
  path: '/admin/nodes',
  access: ['nodes.read'],
  summary: 'All nodes',
  response: z.object({ items: z.array(AdminNode), total: z.int() }),
})
/** The secret is shown only here and on rotation: only its hash is stored. */
export const adminCreateNode = endpoint({
  method: 'POST',
  path: '/admin/nodes',
  access: ['nodes.write', 'nodes.secret'],
  summary: 'Create a node; returns its secret, which is shown only once',
  body: NodeInput,
  response: z.object({ node: AdminNode, secret: z.string() }),
})
export const adminUpdateNode = endpoint({
  method: 'PATCH',
  path: '/admin/nodes/:id',
  access: ['nodes.write'],
  summary: 'Change a node; absent fields stay',
  params: IdParams,
  body: NodeChange,
  response: AdminNode,
})
export const adminDeleteNode = endpoint({
  method: 'DELETE',
  path: '/admin/nodes/:id',
  access: ['nodes.write'],
  summary: 'Delete a node; its traffic history stays',
  params: IdParams,
  response: Ok,
})
export const adminRotateNodeSecret = endpoint({
  method: 'POST',
  path: '/admin/nodes/:id/secret',
  access: ['nodes.secret'],
  summary: 'Rotate a node’s secret; the old one stops working at once',
  fresh: true,
  params: IdParams,
  response: z.object({ secret: z.string() }),
})
export const adminResetNodeQuota = endpoint({
  method: 'POST',
  path: '/admin/nodes/:id/quota/reset',
  access: ['nodes.write'],
  summary: 'Reset a node’s own counters',
  params: IdParams,
  response: AdminNode,
})
export const adminSortNodes = endpoint({
  method: 'POST',
  path: '/admin/nodes/sort',
  access: ['nodes.write'],
  summary: 'Put nodes in this order',
  maxKeys: 2100,
  body: z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(2000)) }),
  response: Ok,
})
/** The server generates keys, so nobody types a private key. */
export const adminGenerateKeys = endpoint({
  method: 'POST',
  path: '/admin/nodes/keys',
  access: ['nodes.write'],
  summary: 'Generate an X25519 key pair with a short id, and Shadowsocks 2022 keys',
  response: z.object({
    private_key: z.string(),
    public_key: z.string(),
    short_id: z.string(),
    ss2022_16: z.string(),
    ss2022_32: z.string(),
  }),
})
