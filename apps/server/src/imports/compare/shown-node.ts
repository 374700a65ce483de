import { parse } from 'yaml'

/** A node as an app reads it, in one form for all formats; '' for what is not said. */
export type ShownNode = {
  name: string
  type: string
  server: string
  port: string
  secret: string
  cipher: string
  network: string
  security: string
  sni: string
  path: string
  host: string
  flow: string
  key: string
  shortId: string
}

/** The nodes of a profile in mihomo's YAML, or of a list of links, also in Base64; null: it is neither. */
export function readNodes(body: string): ShownNode[] | null {
  const text = body.trim()
  if (/^proxies:/m.test(text)) return fromYaml(text)
  const lines = /^[\w+-]+:\/\//.test(text) ? text : Buffer.from(text, 'base64').toString('utf8')
  const links = lines.split(/\r?\n/).filter((line) => /^[\w+-]+:\/\//.test(line))
  return links.length > 0 ? links.flatMap((link) => fromLink(link) ?? []) : null
}

const NONE: ShownNode = {
  name: '',
  type: '',
  server: '',
  port: '',
  secret: '',
  cipher: '',
  network: '',
  security: '',
  sni: '',
  path: '',
  host: '',
  flow: '',
  key: '',
  shortId: '',
}

type Json = Record<string, unknown>
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const text = (value: unknown): string => (value === undefined || value === null || typeof value === 'object' ? '' : String(value))

function fromYaml(body: string): ShownNode[] | null {
  let profile: unknown
  try {
    profile = parse(body)
  } catch {
    return null
  }
  const { proxies } = object(profile)
  return Array.isArray(proxies) ? proxies.map((proxy) => fromProxy(object(proxy))) : null
}

function fromProxy(proxy: Json): ShownNode {
  const [ws, grpc, reality] = [object(proxy['ws-opts']), object(proxy['grpc-opts']), object(proxy['reality-opts'])]
  const [http, type] = [object(proxy['xhttp-opts']), text(proxy['type'])]
  const isSecure = proxy['tls'] === true || SECURE.has(type)
  return tidy({
    ...NONE,
    name: text(proxy['name']),
    type,
    server: text(proxy['server']),
    port: text(proxy['ports']) || text(proxy['port']),
    secret: text(proxy['uuid']) || text(proxy['password']) || text(proxy['auth-str']) || text(proxy['auth_str']),
    cipher: type === 'ss' ? text(proxy['cipher']) : '',
    network: text(proxy['network']),
    security: Object.keys(reality).length > 0 ? 'reality' : isSecure ? 'tls' : '',
    sni: text(proxy['servername']) || text(proxy['sni']),
    path: text(ws['path']) || text(http['path']) || text(grpc['grpc-service-name']),
    host: text(object(ws['headers'])['Host']) || text(http['host']),
    flow: text(proxy['flow']),
    key: text(reality['public-key']),
    shortId: text(reality['short-id']),
  })
}

const SECURE = new Set(['trojan', 'hysteria', 'hysteria2', 'tuic', 'anytls'])

function fromLink(link: string): ShownNode | null {
  try {
    return link.startsWith('vmess://') ? fromVmess(link) : fromUri(link)
  } catch {
    return null
  }
}

function fromVmess(link: string): ShownNode {
  const said = object(JSON.parse(Buffer.from(link.slice('vmess://'.length), 'base64').toString('utf8')))
  return tidy({
    ...NONE,
    name: text(said['ps']),
    type: 'vmess',
    server: text(said['add']),
    port: text(said['port']),
    secret: text(said['id']),
    network: text(said['net']),
    security: text(said['tls']),
    sni: text(said['sni']),
    path: text(said['path']),
    host: text(said['host']),
  })
}

function fromUri(link: string): ShownNode {
  const [, scheme = '', rest = ''] = /^([\w+-]+):\/\/(.*)$/s.exec(link) ?? []
  // One scheme that URL knows, so that all parts are read in the same way.
  const url = new URL(`https://${scheme === 'ss' ? plainSs(rest) : rest}`)
  const get = (...names: string[]): string => names.map((name) => url.searchParams.get(name)).find((value) => value) ?? ''
  const type = scheme === 'hy2' ? 'hysteria2' : scheme
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  return tidy({
    ...NONE,
    name: decodeURIComponent(url.hash.slice(1)),
    type,
    server: url.hostname.replace(/^\[|\]$/g, ''),
    port: get('mport') || url.port || '443',
    secret: type === 'ss' ? password : type === 'hysteria' ? get('auth') : type === 'tuic' ? user : user + (password && `:${password}`),
    cipher: type === 'ss' ? user : '',
    network: get('type'),
    security: get('security') || (SECURE.has(type) ? 'tls' : ''),
    sni: get('sni', 'peer'),
    path: get('path', 'serviceName'),
    host: get('host'),
    flow: get('flow'),
    key: get('pbk'),
    shortId: get('sid'),
  })
}

/** `ss://BASE64(cipher:password)@host:port` with its first part in plain. */
function plainSs(rest: string): string {
  const at = rest.lastIndexOf('@', rest.indexOf('#') < 0 ? undefined : rest.indexOf('#'))
  const who = rest.slice(0, at)
  const plain = who.includes(':') ? decodeURIComponent(who) : Buffer.from(decodeURIComponent(who), 'base64').toString('utf8')
  const [cipher = '', ...password] = plain.split(':')
  return `${encodeURIComponent(cipher)}:${encodeURIComponent(password.join(':'))}${rest.slice(at)}`
}

/** What formats say in different words, or leave out because it is usual. */
function tidy(node: ShownNode): ShownNode {
  const network = node.network === 'tcp' || node.network === 'none' ? '' : node.network
  const security = node.security === 'none' ? '' : node.security
  const isUsualPath = node.path === '/' && (network === 'ws' || network === 'httpupgrade' || network === 'xhttp' || network === '')
  // A name that is the server's own says nothing.
  const sni = node.sni === node.server || security === '' ? '' : node.sni
  const type = node.type === 'shadowsocks' ? 'ss' : node.type
  const host = network === '' || node.host === node.server ? '' : node.host
  return {
    ...node,
    type,
    network,
    security,
    sni,
    host,
    path: isUsualPath ? '' : node.path,
    secret: node.secret.replace(/^([\da-f-]{36}):\1$/, '$1'),
  }
}
