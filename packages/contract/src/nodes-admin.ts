import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FORMATS } from './formats.ts'
import { areApart, NodeStatus, RateRange } from './nodes.ts'
import { pageOf, Time, wholeQuery } from './paging.ts'
import { Address, AddressOf } from './personal.ts'
import { PROTOCOL_RULES } from './protocol-blocks.ts'
import { ProtocolSettings } from './protocols.ts'
import { NodeAliases } from './node-aliases.ts'
import { NodeRouting } from './node-routing.ts'
import { NodePart } from './node-parts.ts'
import { NodeSoftware } from './node-software.ts'
import type { Rule } from './rule-texts.ts'
import { translationsOf } from './translations.ts'
import { typedHost } from './typed-code.ts'

export const NodeState = z.enum(['enabled', 'draining', 'maintenance', 'hidden'])
export type NodeState = z.infer<typeof NodeState>

/** Rules about nodes: keys of `ruleTexts`. */
export const NODE_RULES = { ports: 'node.ports', port: 'node.port', address: 'node.address' } as const satisfies Record<string, Rule>

/** A port, or a range for port hopping, such as 20000-30000. */
export const PortText = z.string().check(
  z.regex(/^\d{1,5}(-\d{1,5})?$/, NODE_RULES.ports),
  z.refine((text) => {
    const ports = text.split('-').map(Number)
    return ports.every((port) => port >= 1 && port <= 65_535) && (ports.length === 1 || (ports[0] ?? 0) < (ports[1] ?? 0))
  }, NODE_RULES.ports),
)

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
// Not zod's own checks: they would load with the login page.
function isAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const isOld = IPV4.test(address)
  const isNew = /^[\da-f:.]*:[\da-f:.]*$/i.test(address) && URL.canParse(`http://[${address}]`)
  const isBlock = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isOld ? 32 : 128))
  return (isOld || isNew) && isBlock && more.length === 0
}
/** An IP address, or a block such as 192.0.2.0/24. */
const AddressBlock = z.string().check(z.trim(), z.maxLength(64), z.refine(isAddress, NODE_RULES.address))

const RateRanges = z.array(RateRange).check(z.maxLength(24), z.refine(areApart, 'node.ranges_overlap' satisfies Rule))
const Quota = z.nullable(z.int().check(z.gte(1)))
const ResetDay = z.nullable(z.int().check(z.gte(1), z.lte(31)))

const LineSpeed = z.nullable(z.int().check(z.gte(1), z.lte(80_000)))
const CallAddresses = z.array(AddressBlock).check(z.maxLength(32))

const tags = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(24))).check(z.maxLength(8))
const NodeTranslations = translationsOf({ name: z.string().check(z.trim(), z.maxLength(80)), tags })

/** A host name of labels of at most 63 characters, or an IP address. */
const HOST = /^(?:(?!-)[\w-]{1,63}(?<!-)(?:\.(?!-)[\w-]{1,63}(?<!-))*\.?|[\da-f.]*:[\da-f.:]*)$/i

export const NodeInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  host: z.pipe(typedHost(253), z.string().check(z.regex(HOST, PROTOCOL_RULES.host))),
  /** Port that clients connect to. */
  port: PortText,
  /** Port that the node listens on. */
  server_port: z.int(NODE_RULES.port).check(z.gte(1, NODE_RULES.port), z.lte(65_535, NODE_RULES.port)),
  rate: z.int().check(z.gte(0), z.lte(10_000)),
  tags,
  state: NodeState,
  group_ids: z.array(z.int()).check(z.maxLength(100)),
  settings: ProtocolSettings,
  /** Other rates by time of day, in the site's time zone; absent: none. */
  rate_ranges: z.optional(RateRanges),
  /** Raw bytes per cycle after which subscriptions leave the node out; null: no limit. */
  quota: z.optional(Quota),
  /** Day of the month on which the node's counters reset, or the last day of a shorter month; null: never. */
  quota_reset_day: z.optional(ResetDay),
  /** Capacity of the node's line in Mbit/s, up and down together. Reports above it are held. null: the site's setting applies. */
  line_speed: z.optional(LineSpeed),
  /** Addresses and CIDR blocks from which the node's secret is accepted; empty: any. */
  call_addresses: z.optional(CallAddresses),
  /** The node this one is another entrance to. Both share process, members, state and Shadowsocks 2022 key. */
  parent_id: z.optional(z.nullable(z.int())),
  /** Names it had at an old panel, for node programs set up there; absent: none. */
  aliases: z.optional(NodeAliases),
  /** Where it sends what members ask for; absent: out, all of it. Without `nodes.write`, answers have no outbounds. */
  routing: z.optional(NodeRouting),
  /** Absent when creating: no translations. Absent when changing: they stay. */
  translations: z.optional(NodeTranslations),
})
export type NodeInput = z.infer<typeof NodeInput>
export const NodeChange = z.partial(NodeInput)
export type NodeChange = z.infer<typeof NodeChange>

/** Protocol settings in an answer. Not validated, because they may break newer rules; documented as `ProtocolSettings`. */
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
  aliases: NodeAliases,
  routing: NodeRouting,
  /** Number of nodes that are other entrances to this one. */
  entrances: z.int(),
  /** Name in the caller's language. */
  shown_name: z.string(),
  translations: NodeTranslations,
  machine_id: z.nullable(z.int()),
  /** Raw bytes of this cycle that count towards `quota`. */
  quota_used: z.int(),
  /** true: the quota is used up, so subscriptions leave the node out. */
  exhausted: z.boolean(),
  id: z.int(),
  status: NodeStatus,
  /** Rules (keys of `ruleTexts`) that the stored settings break, because the rules are newer. */
  faults: z.array(z.string()),
  /** When the node's process fell silent, roughly. New profiles leave the node out or mark it. null: it is not silent. */
  offline_since: z.nullable(Time),
  /** Formats that leave the node out in every client version, and the features they lack; empty: no client could read its settings. */
  left_out: z.array(z.object({ format: z.enum(FORMATS), title: z.string(), lacks: z.array(NodePart) })),
  /** Number of open alarms about the node's reports. */
  alarms: z.int(),
  /** Reports on the answering server's disk: they wait for the database, or can never be stored. */
  waiting_reports: z.int(),
  online_users: z.int(),
  /** The node's last report: cpu, mem, swap, disk; null while the node is silent. */
  load: z.nullable(z.record(z.string(), z.unknown())),
  last_pull_at: z.nullable(Time),
  last_push_at: z.nullable(Time),
  sort: z.int(),
  created_at: Time,
})
export type AdminNode = z.infer<typeof AdminNode>

/** `name`: in the caller's language. `served_by`: software that can run it. */
export const NodeName = z.object({ id: z.int(), name: z.string(), parent_id: z.nullable(z.int()), served_by: z.array(NodeSoftware) })
export type NodeName = z.infer<typeof NodeName>

export const adminNodeNames = endpoint({
  method: 'GET',
  path: '/admin/node-names',
  access: ['nodes.read'],
  summary: 'The names of all nodes in their order, to choose one',
  response: z.object({ items: z.array(NodeName) }),
})

export const adminListNodes = endpoint({
  method: 'GET',
  path: '/admin/nodes',
  access: ['nodes.read'],
  summary: 'Nodes in their order, or the newest first',
  /** `q`: in the name or the host, or `#12` for a number. */
  query: z.object({ ...wholeQuery, sort: z.optional(z.literal('-id')) }),
  response: z.object({
    ...pageOf(AdminNode).shape,
    /** Of all nodes, found or not: how many there are, how many are online, and members who use them now. */
    all: z.int(),
    online: z.int(),
    online_users: z.int(),
    /** Nodes that fell silent, without entrances to others; up to `MOST_DOWN` are named. */
    down: z.int(),
    down_names: z.array(z.string()),
  }),
})
export const MOST_DOWN = 20
export const adminGetNode = endpoint({
  method: 'GET',
  path: '/admin/nodes/:id',
  access: ['nodes.read'],
  summary: 'One node',
  response: AdminNode,
})
/** A member who is connected through a node, with the addresses that it reported within two minutes; IPv6 as their /64. */
export const OnlineMember = z.object({
  account_id: z.int(),
  label: AddressOf('account_id'),
  ips: z.array(Address),
  seen_at: Time,
})
export type OnlineMember = z.infer<typeof OnlineMember>
/** Most members that are listed. */
export const MOST_ONLINE = 200
export const adminNodeOnline = endpoint({
  method: 'GET',
  path: '/admin/nodes/:id/online',
  access: ['nodes.read'],
  summary: 'Members connected through a node, or through the process it shares; `total` counts those that are not listed too',
  response: z.object({ items: z.array(OnlineMember), total: z.int() }),
})
/** Creates a node. Its secret is shown here and on rotation only; the site stores its hash. */
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
  body: NodeChange,
  response: AdminNode,
})
export const adminDeleteNode = endpoint({
  method: 'DELETE',
  path: '/admin/nodes/:id',
  access: ['nodes.write'],
  summary: 'Delete a node; its traffic history stays',
})
export const adminRotateNodeSecret = endpoint({
  method: 'POST',
  path: '/admin/nodes/:id/secret',
  access: ['nodes.secret'],
  summary: 'Rotate a node’s secret; the old one stops working at once',
  fresh: true,
  response: z.object({ secret: z.string() }),
})
export const adminResetNodeQuota = endpoint({
  method: 'POST',
  path: '/admin/nodes/:id/quota/reset',
  access: ['nodes.write'],
  summary: 'Reset a node’s own counters',
  response: AdminNode,
})
export const adminSortNodes = endpoint({
  method: 'POST',
  path: '/admin/nodes/sort',
  access: ['nodes.write'],
  summary: 'Put nodes in this order, within the places that they have; the others keep theirs',
  maxKeys: 2100,
  body: z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(2000)) }),
})
/** Generates keys on the server, so that nobody types a private key. */
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
