// Runs plain Xray as a node: it gets its configuration and members from the site, and reports traffic so that each byte is charged
// once. Needs Node 24, xray on PATH, and node-client.ts beside it. VLESS, VMess, Trojan and Shadowsocks.
//   node xray-node.ts https://example.com 7 SECRET /var/lib/node
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openReporter, type Reporter } from './node-client.ts'

type Fields = Record<string, unknown>
/** `uuid`: the member's secret for this protocol. `cipher`: another one than the node's. */
type User = { id: number; uuid: string; cipher?: string }
/** The parts of the site's configuration that are used here. */
type Config = Fields & {
  protocol: string
  server_port: number
  tls: 0 | 1 | 2
  tls_settings: Record<string, string> & { ech?: { key: string } }
  base_config: { push_interval: number; pull_interval: number }
  routes?: Route[]
  custom_outbounds?: Fields[]
  custom_routes?: Fields[]
}
/** What the site tells to block or to send elsewhere; `action_value`: an outbound in JSON, or the address of a DNS server. */
type Route = { action: string; match: string[]; action_value: string | null }
const OUTBOUND = new Set(['route', 'route_ip', 'default_out'])
const run = promisify(execFile)
const API = '127.0.0.1:10085'
const TAG = 'node'

const [site = '', id = '', secret = '', given = '.', api = API] = process.argv.slice(2)
// Xray looks elsewhere for files that are named from here.
const folder = resolve(given)
const reporter = openReporter({ site, nodeId: Number(id), secret, stateFile: join(folder, `portico-${id}.json`) })
let xray: ChildProcess | null = null
let served: { config: string; users: User[] } = { config: '', users: [] }
/** What Xray has counted since it started. */
let counted: Record<string, number> = {}

const keyOf = ({ id: user, uuid, cipher }: User): string => `${user} ${cipher ?? ''} ${uuid}`
const say = (text: string): boolean => process.stderr.write(`${text}\n`)

/** Members come and go without a restart; another configuration needs one. */
async function update(): Promise<void> {
  const config = JSON.stringify(await get('config'))
  const { users } = (await get('user')) as { users: User[] }
  const known = new Set(served.users.map(keyOf))
  const wanted = new Set(users.map(keyOf))
  const added = users.filter((user) => !known.has(keyOf(user)))
  const removed = served.users.filter((user) => !wanted.has(keyOf(user)))
  if (config !== served.config || xray?.exitCode !== null) await restart(JSON.parse(config) as Config, users)
  else {
    if (removed.length > 0) {
      await run('xray', ['api', 'rmu', `--server=${api}`, `-tag=${TAG}`, ...removed.map((user) => String(user.id))])
      for (const user of removed) await endStreams(user).catch((error: unknown) => say(`streams of ${user.id}: ${String(error)}`))
    }
    if (added.length > 0) {
      const file = join(folder, 'added.json')
      writeFileSync(file, JSON.stringify({ inbounds: [await inbound(JSON.parse(config) as Config, added)] }))
      await run('xray', ['api', 'adu', `--server=${api}`, file])
    }
  }
  served = { config, users }
}

/**
 * Ends the TCP connections from a member's addresses, which Xray lets run on. Needs `ss` and root. Others behind the same address connect
 * again by themselves.
 */
async function endStreams({ id: user }: User): Promise<void> {
  const { stdout } = await run('xray', ['api', 'statsonlineiplist', `--server=${api}`, `-email=${user}`])
  const { ips = {} } = JSON.parse(stdout || '{}') as { ips?: Record<string, unknown> }
  const { server_port: port } = JSON.parse(served.config) as Config
  for (const ip of Object.keys(ips)) await run('ss', ['-K', 'state', 'connected', 'sport', '=', `:${port}`, 'and', 'dst', ip])
}

async function restart(config: Config, users: User[]): Promise<void> {
  await report()
  await stop()
  counted = {}
  const file = join(folder, `xray-${id}.json`)
  writeFileSync(
    file,
    JSON.stringify({
      log: { loglevel: 'warning' },
      api: { tag: 'api', listen: api, services: ['HandlerService', 'StatsService'] },
      stats: {},
      policy: { levels: { 0: { statsUserUplink: true, statsUserDownlink: true, statsUserOnline: true } } },
      inbounds: [await inbound(config, users)],
      ...routing(config),
    }),
    { mode: 0o600 },
  )
  xray = spawn('xray', ['run', '-c', file], { stdio: 'inherit' })
}

async function stop(): Promise<void> {
  if (!xray || xray.exitCode !== null) return
  const ended = new Promise((done) => xray?.once('exit', done))
  xray.kill()
  await ended
}

async function end(): Promise<void> {
  await report()
  await stop()
  process.exit(0)
}

/** Outbounds and rules for the node's routes, in their order: the first that fits decides. Without any, all goes out. */
function routing({ routes = [], custom_outbounds: outbounds = [], custom_routes: custom = [] }: Config): Fields {
  const own = routes.flatMap(({ action, action_value: value }) => (OUTBOUND.has(action) && value ? [JSON.parse(value) as Fields] : []))
  // Those of sing-box have a `type` instead.
  const all = [...own, ...outbounds.filter(({ protocol }) => protocol !== undefined)]
  const rules = [...routes.flatMap(rulesOf), ...custom.filter(({ outboundTag, balancerTag }) => outboundTag ?? balancerTag)]
  const servers = routes.flatMap(({ action, match, action_value: address }) =>
    action === 'dns' && address ? [match.length > 0 ? { address, domains: match, skipFallback: true } : { address }] : [],
  )
  const isFirst = ({ tag }: Fields, i: number): boolean => all.findIndex((one) => one['tag'] === tag) === i
  return {
    outbounds: [
      // With an own DNS, names are asked there.
      { protocol: 'freedom', tag: 'direct', settings: servers.length > 0 ? { domainStrategy: 'UseIP' } : {} },
      { protocol: 'blackhole', tag: 'block' },
      ...all.filter(isFirst),
    ],
    ...(rules.length > 0 && { routing: { domainStrategy: 'AsIs', rules } }),
    ...(servers.length > 0 && { dns: { servers: [...servers, 'localhost'] } }),
  }
}

function rulesOf({ action, match, action_value: value }: Route): Fields[] {
  const rule = (what: Fields, outboundTag: unknown): Fields[] => [{ type: 'field', inboundTag: [TAG], ...what, outboundTag }]
  // V2bX wrote protocols among domains.
  const isProtocol = (text: string): boolean => text.startsWith('protocol:')
  const [protocols, domains] = [match.filter(isProtocol).map((text) => text.slice(9)), match.filter((text) => !isProtocol(text))]
  const tag = OUTBOUND.has(action) && value ? (JSON.parse(value) as Fields)['tag'] : null
  switch (action) {
    case 'block':
      return [
        ...(domains.length > 0 ? rule({ domain: domains }, 'block') : []),
        ...(protocols.length > 0 ? rule({ protocol: protocols }, 'block') : []),
      ]
    case 'block_ip':
      return rule({ ip: match }, 'block')
    case 'block_port':
      return rule({ port: match.join(',') }, 'block')
    case 'protocol':
      return rule({ protocol: match }, 'block')
    case 'route':
      return rule({ domain: match }, tag)
    case 'route_ip':
      return rule({ ip: match }, tag)
    case 'default_out':
      return rule({ network: 'tcp,udp' }, tag)
    default:
      return []
  }
}

async function inbound(config: Config, users: User[]): Promise<Fields> {
  const { protocol, server_port: port } = config
  const network = typeof config['network'] === 'string' ? config['network'] : 'tcp'
  return {
    tag: TAG,
    listen: '0.0.0.0',
    port,
    protocol,
    settings: settingsOf(config, users),
    // Rules by domain and protocol look into connections; these still go where the member asked.
    ...(config.routes !== undefined && { sniffing: { enabled: true, destOverride: ['http', 'tls', 'quic'], routeOnly: true } }),
    streamSettings: {
      network,
      [`${network}Settings`]: config['network_settings'] ?? {},
      ...(config['trusted_x_forwarded_for'] !== undefined && { sockopt: { trustedXForwardedFor: config['trusted_x_forwarded_for'] } }),
      ...(await security(config)),
    },
  }
}

function settingsOf(config: Config, users: User[]): Fields {
  const list = users.map((user) => ({ email: String(user.id), ...credential(config, user) }))
  if (config.protocol === 'vless') return { clients: list, decryption: config['decryption'] ?? 'none' }
  if (config.protocol !== 'shadowsocks') return { clients: list }
  const key = config['server_key']
  return { clients: list, network: 'tcp,udp', ...(key !== undefined && { method: config['cipher'], password: key }) }
}

function credential({ protocol, flow, cipher, server_key: key }: Config, { uuid, cipher: own }: User): Fields {
  if (protocol === 'vless') return { id: uuid, flow }
  if (protocol === 'vmess') return { id: uuid }
  if (protocol === 'trojan') return { password: uuid }
  if (protocol !== 'shadowsocks') throw new Error(`Xray is not run for ${protocol} here`)
  if (key === undefined) return { method: own ?? cipher, password: uuid }
  const size = cipher === '2022-blake3-aes-128-gcm' ? 16 : 32
  // A key that is no text comes whole, in Base64; any other is the start of what came.
  const isKey = uuid.length === Math.ceil(size / 3) * 4
  return { password: isKey ? uuid : Buffer.from(uuid.slice(0, size)).toString('base64') }
}

async function security({ tls, tls_settings: wanted }: Config): Promise<Fields> {
  if (tls === 2) {
    const { server_name: name, dest, server_port: port, private_key: privateKey, short_id: shortId } = wanted
    // Xray 26.7.11 and later refuse mihomo without `minClientVer`.
    const realitySettings = { target: `${dest}:${port}`, serverNames: [name], privateKey, shortIds: [shortId], minClientVer: '0.0.0' }
    return { security: 'reality', realitySettings }
  }
  if (tls !== 1) return {}
  const own = join(folder, `node-${id}`)
  const [certificateFile, keyFile] = [wanted['cert_file'] || `${own}.crt`, wanted['key_file'] || `${own}.key`]
  if (wanted['cert_mode'] === 'self' && !existsSync(certificateFile)) {
    await run('xray', ['tls', 'cert', `-domain=${wanted['server_name']}`, '-expire=87600h', `-file=${own}`])
    renameSync(`${own}.crt`, certificateFile)
    renameSync(`${own}.key`, keyFile)
  }
  return {
    security: 'tls',
    tlsSettings: {
      rejectUnknownSni: wanted['reject_unknown_sni'] === '1',
      certificates: [{ certificateFile, keyFile }],
      ...(wanted.ech && { echServerKeys: wanted.ech.key }),
    },
  }
}

/** Counts what Xray has carried since the last time, then reports. */
async function report(): Promise<void> {
  if (xray?.exitCode === null) await count(reporter).catch((error: unknown) => say(`count: ${String(error)}`))
  if (!(await reporter.report())) say('not reported yet')
}

async function count({ count: add }: Reporter): Promise<void> {
  const { stdout } = await run('xray', ['api', 'statsquery', `--server=${api}`, '-pattern=user>>>'], { maxBuffer: 2 ** 28 })
  const { stat = [] } = JSON.parse(stdout || '{}') as { stat?: { name: string; value?: number }[] }
  for (const { name, value = 0 } of stat) {
    const [, user = '', , way] = name.split('>>>')
    const more = value - (counted[name] ?? 0)
    counted[name] = value
    add(user, way === 'uplink' ? more : 0, way === 'downlink' ? more : 0)
  }
}

async function get(call: string): Promise<unknown> {
  const url = `${site}/api/v2/server/${call}?node_id=${id}`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${secret}` }, signal: AbortSignal.timeout(15_000) })
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
for (let pulledAt = 0, pushedAt = Date.now(); ; await sleep(500)) {
  const { pull_interval: pull = 10, push_interval: push = 60 } = served.config ? (JSON.parse(served.config) as Config).base_config : {}
  if (Date.now() - pulledAt >= pull * 1000) {
    pulledAt = Date.now()
    await update().catch((error: unknown) => say(`update: ${String(error)}`))
  }
  if (Date.now() - pushedAt >= push * 1000) {
    pushedAt = Date.now()
    await report()
  }
}
