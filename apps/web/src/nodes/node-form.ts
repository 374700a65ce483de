import type { UseFormReturnType } from '@mantine/form'
import { type AliasType, aliasType, type NodeAlias } from '@portico/contract/node-aliases'
import { NO_ROUTING } from '@portico/contract/node-routing'
import type { AdminNode, NodeInput } from '@portico/contract/nodes-admin'
import { emptyBlocks, emptySettings } from '@portico/contract/empty-settings'
import { type ProtocolSettings, type SettingsOf, shadowsocksKeyBytes } from '@portico/contract/protocols'
import { formatFixed, parseFixed } from '../ui/form/fixed-point.ts'
import { toBytes, toGigabytes } from '../ui/form/gigabytes.ts'
import { toTranslationsForm } from '../ui/form/in-languages.tsx'
import { numberOrNull } from '../ui/form/number-field.ts'
import { type RoutingForm, toRouting, toRoutingForm } from './fields/routing-form.ts'

/** A node in its form: rates as decimals, the quota in GB, groups and parent as ids in strings. */
export type NodeForm = Pick<NodeInput, 'name' | 'host' | 'port' | 'tags' | 'state' | 'settings'> & {
  rate: string
  server_port: number | string
  group_ids: string[]
  rate_ranges: { start: string; end: string; rate: string }[]
  quota: number | string
  quota_reset_day: number | string
  line_speed: number | string
  call_addresses: string[]
  parent_id: string | null
  /** Type and code, as in `vmess/3`. */
  aliases: string[]
  routing: RoutingForm
  translations: ReturnType<typeof toTexts>
}
export type NodeFormApi = UseFormReturnType<NodeForm>

export function toNodeForm(node: AdminNode | null): NodeForm {
  return {
    name: node?.name ?? '',
    host: node?.host ?? '',
    port: node?.port ?? '443',
    server_port: node?.server_port ?? 443,
    rate: formatFixed(node?.rate ?? 100, 2),
    tags: node?.tags ?? [],
    state: node?.state ?? 'enabled',
    group_ids: node?.group_ids.map(String) ?? [],
    rate_ranges:
      node?.rate_ranges.map(({ start, end, rate }) => ({ start: dayClock(start), end: dayClock(end), rate: formatFixed(rate, 2) })) ?? [],
    quota: node?.quota == null ? '' : toGigabytes(node.quota),
    quota_reset_day: node?.quota_reset_day ?? '',
    line_speed: node?.line_speed ?? '',
    call_addresses: node?.call_addresses ?? [],
    parent_id: node?.parent_id == null ? null : String(node.parent_id),
    aliases: node?.aliases.map(({ type, code }) => `${type}/${code}`) ?? [],
    routing: toRoutingForm(node?.routing ?? NO_ROUTING),
    translations: toTexts(node),
    settings: node?.settings ?? firstSettings(),
  }
}

/** A site with TLS 1.3 and HTTP/2 that can be reached nearly everywhere. */
const REALITY_TARGET = 'www.microsoft.com'

/** VLESS with Reality, which needs no certificate; its keys are still to be generated. */
function firstSettings(): ProtocolSettings {
  return { ...emptySettings('vless'), security: 'reality', tls: null, reality: { ...emptyBlocks().reality, server_name: REALITY_TARGET } }
}

/** Whether Reality is chosen and has no keys yet. */
export function lacksKeys(settings: ProtocolSettings): boolean {
  return 'reality' in settings && settings.security === 'reality' && settings.reality?.private_key === ''
}

function toTexts(node: AdminNode | null) {
  return toTranslationsForm(node?.translations, { name: '', tags: [] as string[] })
}

export function toNodeInput(form: NodeForm): NodeInput {
  return {
    ...form,
    rate: parseFixed(form.rate, 2),
    server_port: numberOrNull(form.server_port) ?? Number.NaN,
    group_ids: form.group_ids.map(Number),
    rate_ranges: form.rate_ranges.map((range) => ({ ...range, rate: parseFixed(range.rate, 2) })),
    quota: form.quota === '' ? null : toBytes(form.quota),
    quota_reset_day: numberOrNull(form.quota_reset_day),
    line_speed: numberOrNull(form.line_speed),
    parent_id: form.parent_id === null ? null : Number(form.parent_id),
    aliases: form.aliases.map(toAlias),
    routing: toRouting(form.routing),
    settings: withoutHidden(form.settings),
  }
}

/** A name as it was typed; the schema judges what is none. */
function toAlias(text: string): NodeAlias {
  const [, type = text, code = ''] = /^\s*([a-z0-9]+)\s*[/: ]\s*(.*)$/i.exec(text) ?? []
  // The type is checked with the rest of the form.
  return { type: (aliasType(type.toLowerCase()) ?? type) as AliasType, code }
}

/** Time fields do not accept 24:00. A range that ends at 00:00 also ends at midnight. */
function dayClock(clock: string): string {
  return clock === '24:00' ? '00:00' : clock
}

type Stream = SettingsOf<'vless' | 'vmess' | 'trojan'>

/** The settings without fields the form hides. Leftovers of another choice must be neither validated nor sent. */
function withoutHidden(settings: ProtocolSettings): ProtocolSettings {
  switch (settings.protocol) {
    case 'vless': {
      const { network, security, reality, httpupgrade, xhttp, flow, encryption, decryption } = settings
      return {
        ...settings,
        ...chosenBlocks(settings),
        httpupgrade: network === 'httpupgrade' ? httpupgrade : null,
        xhttp: network === 'xhttp' ? xhttp : null,
        encryption: encryption.trim(),
        decryption: decryption.trim(),
        reality: security === 'reality' ? reality : null,
        flow: mayHaveFlow(settings) ? flow : '',
      }
    }
    case 'vmess':
      return { ...settings, ...chosenBlocks(settings), httpupgrade: settings.network === 'httpupgrade' ? settings.httpupgrade : null }
    case 'trojan':
      return { ...settings, ...chosenBlocks(settings), reality: settings.security === 'reality' ? settings.reality : null }
    case 'shadowsocks': {
      const { obfs } = settings
      const plain = obfs === '' ? { obfs_host: '' } : {}
      const path = obfs === '' || obfs === 'tls' ? { obfs_path: '' as const } : {}
      return {
        ...settings,
        ...plain,
        ...path,
        obfs_tls: obfs === 'websocket' && settings.obfs_tls,
        server_key: shadowsocksKeyBytes(settings.cipher) === null ? '' : settings.server_key,
      }
    }
    case 'hysteria2':
      return { ...settings, obfs_password: settings.obfs === '' ? '' : settings.obfs_password }
    case 'anytls':
      return { ...settings, padding_scheme: settings.padding_scheme.map((line) => line.trim()).filter(Boolean) }
    case 'socks':
    case 'http':
      return { ...settings, tls: settings.security === 'tls' ? settings.tls : null }
    case 'tuic':
    case 'hysteria':
    case 'naive':
    case 'mieru':
      return settings
  }
}

function chosenBlocks({ network, security, ws, grpc, tls }: Stream): Pick<Stream, 'ws' | 'grpc' | 'tls'> {
  return { ws: network === 'ws' ? ws : null, grpc: network === 'grpc' ? grpc : null, tls: security === 'tls' ? tls : null }
}

/** XTLS Vision works only over plain TCP with TLS or Reality. */
export function mayHaveFlow({ network, security }: Pick<Stream, 'network' | 'security'>): boolean {
  return network === 'tcp' && security !== 'none'
}
