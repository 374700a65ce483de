import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Certificate, type NodeSoftware, OWN_CERTIFICATE } from '@portico/contract/node-software'
import { emptyBlocks, emptySettings } from '@portico/contract/empty-settings'
import { PROTOCOLS, type ProtocolSettings } from '@portico/contract/protocols'
import { afterAll, expect, test } from 'vitest'
import { connectBlocks, setupBlocks, softwareFor } from './connect-blocks.ts'

const given = { software: 'v2bx', certificate: OWN_CERTIFICATE, secret: 'secret', origin: 'https://example.com' } as const
const nodeOf = (settings: ProtocolSettings, id = 7) => ({ id, host: 'node.example.com', settings })

test('every node has its values, a test command and our own client', () => {
  for (const protocol of PROTOCOLS) {
    const blocks = connectBlocks(nodeOf(emptySettings(protocol)), { ...given, software: 'any' })
    const { snippet, try: tried, client, xray, ...rest } = Object.fromEntries(blocks.map(({ key, text }) => [key, text]))
    expect(JSON.parse(snippet ?? '')).toEqual({ ApiHost: 'https://example.com', ApiKey: 'secret', NodeID: 7, NodeType: protocol })
    expect(tried).toContain(`'https://example.com/api/v1/server/UniProxy/config?node_id=7&node_type=${protocol}'`)
    expect(client).toContain('"nodeId": 7')
    const byXray = ['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria2']
    expect([protocol, xray !== undefined]).toEqual([protocol, byXray.includes(protocol)])
    expect(rest).toEqual({})
  }
})

test('a node is offered only the software that serves it', () => {
  const { reality } = emptyBlocks()
  const trojan = emptySettings('trojan')
  expect(softwareFor(nodeOf(emptySettings('vless')))).toEqual(['v2bx', 'v2node', 'xrayr', 'any'])
  expect(softwareFor(nodeOf(emptySettings('tuic')))).toEqual(['v2bx', 'v2node', 'any'])
  expect(softwareFor(nodeOf(emptySettings('hysteria')))).toEqual(['v2bx', 'any'])
  expect(softwareFor(nodeOf(emptySettings('naive')))).toEqual(['any'])
  expect(softwareFor(nodeOf({ ...trojan, security: 'reality', reality }))).toEqual(['v2node', 'any'])
  const withReality = (more: object) =>
    softwareFor(nodeOf({ ...emptySettings('vless'), security: 'reality', reality: { ...reality, ...more } }))
  expect(withReality({ other_short_ids: ['aa'] })).toEqual(['v2node', 'xrayr', 'any'])
  expect(withReality({ min_client_ver: '26.3.27' })).toEqual(['xrayr', 'any'])
  expect(withReality({ mldsa65_seed: 'A'.repeat(43) })).toEqual(['v2node', 'any'])
  expect(softwareFor(nodeOf({ ...emptySettings('hysteria2'), obfs: 'gecko', obfs_password: 'fish' }))).toEqual(['any'])
  expect(softwareFor(nodeOf({ ...trojan, network: 'ws', ws: { path: '/', host: '' } }))).toEqual(['v2bx', 'v2node', 'any'])
  expect(softwareFor(nodeOf({ ...emptySettings('shadowsocks'), obfs: 'tls' }))).toEqual(['any'])
  expect(softwareFor(nodeOf({ ...emptySettings('shadowsocks'), cipher: 'aes-192-gcm' }))).toEqual(['v2bx', 'any'])
})

test('an address with a quote stays one shell word', () => {
  const blocks = connectBlocks(nodeOf(emptySettings('vless')), { ...given, origin: "https://example.com/'; echo owned; '" })
  const tried = blocks.find(({ key }) => key === 'try')!.text
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$#"; }\n${tried}`], { encoding: 'utf8' })
  expect(words).toBe('4\n')
})

test('V2bX gets a certificate for each node with TLS, sing-box for Reality, and Xray only for XHTTP', () => {
  const { reality } = emptyBlocks()
  const nodes = [
    nodeOf(emptySettings('trojan'), 1),
    nodeOf({ ...emptySettings('vless'), security: 'reality', reality }, 2),
    nodeOf({ ...emptySettings('vless'), flow: '', network: 'xhttp', xhttp: { path: '/', host: '', mode: 'auto', extra: '' } }, 3),
  ]
  const certificate: Certificate = { ...OWN_CERTIFICATE, mode: 'dns', provider: 'cloudflare', dns_env: 'A=1\nB=2=3' }
  const config = JSON.parse(setupBlocks(nodes, { ...given, certificate })[1]!.text)
  expect(config.Cores.map(({ Type }: { Type: string }) => Type)).toEqual(['sing', 'xray'])
  expect(config.Nodes.map((node: { Core: string; CertConfig: { CertMode: string } }) => [node.Core, node.CertConfig.CertMode])).toEqual([
    ['sing', 'dns'],
    ['sing', 'none'],
    ['xray', 'dns'],
  ])
  expect(config.Nodes[0].CertConfig).toEqual({
    CertMode: 'dns',
    RejectUnknownSni: false,
    CertDomain: 'node.example.com',
    CertFile: '/etc/V2bX/trojan1.cer',
    KeyFile: '/etc/V2bX/trojan1.key',
    Email: 'hostmaster@node.example.com',
    Provider: 'cloudflare',
    DNSEnv: { A: '1', B: '2=3' },
  })
})

test('the configuration of XrayR lets every version of a client in at a Reality node', () => {
  const { reality } = emptyBlocks()
  const keys = { server_name: 'www.example.org', private_key: 'K', short_id: '10e8' }
  const node = nodeOf({ ...emptySettings('vless'), security: 'reality', reality: { ...reality, ...keys } })
  const [entry] = JSON.parse(setupBlocks([node], { ...given, software: 'xrayr' })[1]!.text).Nodes
  expect(entry.ApiConfig).toMatchObject({ NodeType: 'V2ray', EnableVless: true, VlessFlow: 'xtls-rprx-vision' })
  expect(entry.ControllerConfig).toMatchObject({
    EnableREALITY: true,
    REALITYConfigs: { Dest: 'www.example.org:443', ServerNames: ['www.example.org'], ShortIds: ['10e8'], MinClientVer: '0.0.0' },
    CertConfig: { CertMode: 'none' },
  })
})

const machine = mkdtempSync(join(tmpdir(), 'portico-setup-'))
afterAll(() => rmSync(machine, { recursive: true }))

/** Runs a command on a pretended server: its own /etc, and a log of what it restarts. Null: it failed. */
function run(command: string): string | null {
  const bin = join(machine, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const [name, script] of [
    ['sudo', 'exec "$@"'],
    ['systemctl', `echo "$@" >> ${machine}/restarts`],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  try {
    const there = command.replaceAll('/etc/', `${machine}/etc/`)
    execFileSync('sh', ['-c', there], { env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` }, stdio: 'pipe' })
  } catch {
    return null
  }
  const restarts = readFileSync(join(machine, 'restarts'), 'utf8')
  rmSync(join(machine, 'restarts'))
  return restarts
}
const has = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
const command = (software: NodeSoftware, settings: ProtocolSettings, change: object = {}) =>
  setupBlocks([nodeOf(settings)], { ...given, software, ...change })[0]!.text

test.skipIf(!has('jq')).each(['v2bx', 'v2node', 'xrayr'] as const)(
  'the command for %s writes the whole configuration, and again only what changed (skipped without jq)',
  (software) => {
    const service = { v2bx: 'V2bX', v2node: 'v2node', xrayr: 'XrayR' }[software]
    const file = join(machine, 'etc', service, software === 'xrayr' ? 'config.yml' : 'config.json')
    const read = () => JSON.parse(readFileSync(file, 'utf8'))
    const first = command(software, emptySettings('trojan'))
    expect(first).not.toContain('\n')
    expect(run(first)).toBe(`restart ${service}\n`)
    const shown = setupBlocks([nodeOf(emptySettings('trojan'))], { ...given, software })[1]!.text
    expect(read()).toEqual(JSON.parse(shown.replaceAll('/etc/', `${machine}/etc/`)))

    const own = read()
    const key = software === 'xrayr' ? 'ControllerConfig' : 'Custom'
    own.Nodes[0][key] = { ...own.Nodes[0][key], Mine: true }
    own.Nodes.push({ Another: 1 })
    writeFileSync(file, JSON.stringify(own))
    run(command(software, emptySettings('trojan'), { secret: 'new' }))
    expect(read().Nodes).toHaveLength(2)
    expect(JSON.stringify(read().Nodes[0])).toContain('"ApiKey":"new"')
    expect(read().Nodes[0][key].Mine).toBe(true)
    expect(read().Nodes[1]).toEqual({ Another: 1 })

    writeFileSync(file, 'Nodes: # mine')
    // The usual file of XrayR is YAML: it is kept beside. Another file that jq cannot read stays as it is.
    expect(run(command(software, emptySettings('trojan')))).toBe(software === 'xrayr' ? 'restart XrayR\n' : null)
    expect(readFileSync(software === 'xrayr' ? `${file}.bak` : file, 'utf8')).toBe('Nodes: # mine')
  },
)

test.skipIf(!has('jq'))('the command makes the certificate that XrayR cannot make (skipped without jq)', () => {
  rmSync(join(machine, 'etc'), { recursive: true, force: true })
  run(command('xrayr', emptySettings('trojan')))
  const cert = join(machine, 'etc/XrayR/trojan7.cer')
  expect(new X509Certificate(readFileSync(cert)).subjectAltName).toBe('DNS:node.example.com')
  expect(existsSync(cert.replace('.cer', '.key'))).toBe(true)
})
