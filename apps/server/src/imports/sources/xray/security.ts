import { createPrivateKey, createPublicKey } from 'node:crypto'
import { FINGERPRINTS, type Reality, type Tls } from '@portico/contract/protocol-blocks'
import { isEchConfig } from '@portico/contract/ech-config'
import { type Fields, field, Lacking, type Shown, textOf, textsOf } from './fields.ts'

type Note = (code: string, value: string) => void

/** `tlsSettings` of Xray. Panels keep what clients need in `settings` within it. */
export function tlsOf(given: Fields, network: string, shown: Shown, note: Note): Tls {
  const client = field(given, 'settings')
  const config = textOf(client['echConfigList']) || textOf(given['echConfigList'])
  const key = textsOf(given['echServerKeys'])[0] ?? ''
  if (config !== '' && !isEchConfig(config)) note('ech', config)
  return {
    server_name: shown.serverName ?? textOf(given['serverName']),
    allow_insecure: shown.insecure ?? (client['allowInsecure'] === true || given['allowInsecure'] === true),
    alpn: alpnOf(shown.alpn ?? textsOf(given['alpn']), network),
    fingerprint: fingerprintOf(shown.fingerprint || textOf(client['fingerprint']) || textOf(given['fingerprint']), note),
    ech: isEchConfig(config) ? { config, key } : null,
  }
}

/** Clients of WebSockets never use HTTP/2, whatever a panel says, and those of gRPC always do. */
function alpnOf(given: string[], network: string): Tls['alpn'] {
  const known = given.filter((one): one is Tls['alpn'][number] => one === 'h2' || one === 'http/1.1')
  if (network === 'ws' || network === 'httpupgrade') return known.filter((one) => one !== 'h2')
  return network === 'grpc' && !known.includes('h2') ? [] : known
}

function fingerprintOf(given: string, note: Note): Tls['fingerprint'] {
  const known = FINGERPRINTS.find((one) => one === given)
  if (known !== undefined) return known
  note('fingerprint', given)
  return given.startsWith('randomized') ? 'random' : ''
}

/** `realitySettings` of Xray. A node here has one name and one short id: the first ones, and a note if there are more. */
export function realityOf(given: Fields, shown: Shown, note: Note): Reality {
  const client = field(given, 'settings')
  const privateKey = textOf(given['privateKey'])
  const names = textsOf(given['serverNames'])
  const ids = listedIds(given)
  const name = shown.serverName || textOf(client['serverName']) || names[0] || ''
  if (names.length > 1 || ids.length > 1) note('reality_more', [...names, ...ids].join(', '))
  if (textOf(given['mldsa65Seed']) !== '') note('mldsa65', '')
  const [dest, port] = target(textOf(given['target']) || textOf(given['dest']))
  if (privateKey === '' || name === '' || port === null) throw new Lacking('keys', privateKey === '' ? 'privateKey' : 'target')
  return {
    server_name: name,
    server_port: port,
    dest,
    public_key: publicOf(privateKey),
    private_key: privateKey,
    short_id: ids[0] ?? '',
    fingerprint: realityPrint(shown.fingerprint || textOf(client['fingerprint']) || textOf(given['fingerprint']), note),
  }
}

/** An empty text is a short id too. */
function listedIds(given: Fields): string[] {
  const all = given['shortIds']
  return Array.isArray(all) ? all.map(textOf) : textsOf(given['shortId'])
}

function realityPrint(given: string, note: Note): Reality['fingerprint'] {
  return fingerprintOf(given, note) || 'chrome'
}

/** Xray takes a bare number for a port of the machine itself. */
function target(given: string): [string, number | null] {
  const [, host = '', port = ''] = /^(?:(.*):)?(\d{1,5})$/.exec(given) ?? []
  if (port === '') return ['', null]
  return [host.replace(/^\[|\]$/g, '') || '127.0.0.1', Number(port)]
}

/** The public half of an X25519 key. Throws `Lacking` if it is none. */
export function publicOf(privateKey: string): string {
  const raw = Buffer.from(privateKey, 'base64url')
  if (raw.length !== 32) throw new Lacking('keys', 'privateKey')
  // The head of a PKCS #8 file with an X25519 key.
  const der = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), raw])
  const { x = '' } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' })
  return x
}
