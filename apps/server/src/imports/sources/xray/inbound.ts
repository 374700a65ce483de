import { ProtocolSettings, SHADOWSOCKS_CIPHERS, type ShadowsocksSettings } from '@portico/contract/protocols'
import { type Fields, field, type Lack, Lacking, listOf, textOf, type Shown } from './fields.ts'
import { streamOf } from './stream.ts'
import { tlsOf } from './security.ts'

/** An inbound of Xray, its JSON read. `flow`, `cipher`: what most of its members have, because nodes here have one for all. */
export type Inbound = { protocol: string; settings: Fields; stream: Fields; flow?: string; cipher?: string }
/** What becomes of an inbound: settings of a node with what differs, or why no node here can be like it. */
export type ReadInbound = { settings: ProtocolSettings; differs: { code: string; value: string }[] } | { lacks: Lack; value: string }

/** Makes a node's settings of an inbound. `shown`: what clients are told in place of what the inbound says. */
export function readInbound(inbound: Inbound, shown: Shown = {}): ReadInbound {
  const differs: { code: string; value: string }[] = []
  const note = (code: string, value: string) => void differs.push({ code, value })
  try {
    const settings = byProtocol(inbound, shown, note)
    const checked = ProtocolSettings.safeParse(settings)
    if (!checked.success) return { lacks: 'settings', value: (checked.error.issues[0]?.path ?? []).join('.') }
    return { settings: checked.data, differs }
  } catch (error) {
    if (!(error instanceof Lacking)) throw error
    return { lacks: error.what, value: error.value }
  }
}

type Note = (code: string, value: string) => void

function byProtocol(inbound: Inbound, shown: Shown, note: Note): ProtocolSettings {
  const { protocol, stream } = inbound
  switch (protocol.toLowerCase()) {
    case 'vless':
      return vless(inbound, shown, note)
    case 'vmess':
      return vmess(inbound, shown, note)
    case 'trojan':
      return trojan(inbound, shown, note)
    case 'shadowsocks':
      return shadowsocks(inbound, stream)
    case 'hysteria':
    case 'hysteria2':
      return hysteria2(inbound, shown, note)
    default:
      throw new Lacking('protocol', protocol)
  }
}

function vless({ settings, stream, flow }: Inbound, shown: Shown, note: Note): ProtocolSettings {
  const { network, security, ...blocks } = streamOf(stream, shown, note)
  const decryption = none(textOf(settings['decryption']))
  const encryption = none(textOf(settings['encryption']))
  if (decryption !== '' && encryption === '') throw new Lacking('encryption', decryption)
  const isVision = flow === 'xtls-rprx-vision' && network === 'tcp' && security !== 'none'
  return {
    protocol: 'vless',
    network,
    security,
    flow: isVision ? 'xtls-rprx-vision' : '',
    encryption: decryption === '' ? '' : encryption,
    decryption,
    ...blocks,
  }
}

function none(text: string): string {
  return text === 'none' ? '' : text
}

function vmess({ stream }: Inbound, shown: Shown, note: Note): ProtocolSettings {
  const { network, security, tls, ws, grpc, httpupgrade } = streamOf(stream, shown, note)
  if (network === 'xhttp') throw new Lacking('network', network)
  if (security === 'reality') throw new Lacking('security', security)
  return { protocol: 'vmess', network, security, tls, ws, grpc, httpupgrade }
}

function trojan({ stream }: Inbound, shown: Shown, note: Note): ProtocolSettings {
  const { network, security, tls, reality, ws, grpc } = streamOf(stream, shown, note)
  if (network === 'xhttp' || network === 'httpupgrade') throw new Lacking('network', network)
  if (security === 'none') throw new Lacking('security', security)
  return { protocol: 'trojan', network, security, tls, reality, ws, grpc }
}

const OTHER_NAMES = new Map([
  ['aead_aes_128_gcm', 'aes-128-gcm'],
  ['aead_aes_256_gcm', 'aes-256-gcm'],
  ['chacha20-poly1305', 'chacha20-ietf-poly1305'],
  ['aead_chacha20_poly1305', 'chacha20-ietf-poly1305'],
])

/** A cipher under the name it has here; null: nodes here have none like it. */
export function cipherOf(given: string): ShadowsocksSettings['cipher'] | null {
  const name = OTHER_NAMES.get(given.toLowerCase()) ?? given.toLowerCase()
  return SHADOWSOCKS_CIPHERS.find((cipher) => cipher === name) ?? null
}

function shadowsocks({ settings, cipher: common }: Inbound, stream: Fields): ProtocolSettings {
  const { network, security } = streamOf(stream, {}, () => {})
  // Clients here would need a plug-in, which Xray itself does not speak.
  if (network !== 'tcp') throw new Lacking('network', network)
  if (security !== 'none') throw new Lacking('security', security)
  const given = textOf(settings['method']) || common || ''
  const cipher = cipherOf(given)
  if (cipher === null) throw new Lacking('cipher', given)
  const key = cipher.startsWith('2022-') ? textOf(settings['password']) : ''
  return { protocol: 'shadowsocks', cipher, server_key: key, obfs: '', obfs_host: '', obfs_path: '', obfs_tls: false }
}

/** Hysteria 2 as Xray has it since 2026: the transport says the version, and masks what the packets look like. */
function hysteria2({ protocol, settings, stream }: Inbound, shown: Shown, note: Note): ProtocolSettings {
  const version = textOf(settings['version']) || textOf(field(stream, 'hysteriaSettings')['version'])
  if (protocol !== 'hysteria2' && version !== '' && version !== '2') throw new Lacking('protocol', `hysteria ${version}`)
  const masks = listOf(field(stream, 'finalmask')['udp']) ?? []
  const [mask, ...more] = masks.map((one) => field({ one }, 'one'))
  const cover = field(mask ?? {}, 'settings')
  const isKnown = mask === undefined || (mask['type'] === 'salamander' && Object.keys(cover).join() === 'password')
  if (!isKnown || more.length > 0) throw new Lacking('mask', textOf(mask?.['type']))
  const { server_name, allow_insecure } = tlsOf(field(stream, 'tlsSettings'), 'quic', { ...shown, fingerprint: '' }, note)
  return {
    protocol: 'hysteria2',
    up_mbps: 0,
    down_mbps: 0,
    obfs: mask === undefined ? '' : 'salamander',
    obfs_password: textOf(cover['password']),
    hop_interval: 0,
    tls: { server_name, allow_insecure },
  }
}
