import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptySettings } from '@portico/contract/empty-settings'
import { configFile, nodeSetup, xrayCommand } from '@portico/contract/node-setup'
import { OWN_CERTIFICATE } from '@portico/contract/node-software'
import type { AdminNode } from '@portico/contract/nodes-admin'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { startClient } from '../../test/node-software/client-programs.ts'
import { pretendedServer } from '../../test/node-software/pretended-server.ts'
import { freePorts, isInstalled, type Running, start, until } from '../../test/node-software/programs.ts'
import { loadThrough, startTarget } from '../../test/node-software/target.ts'
import { selfSigned } from '../../test/self-signed.ts'
import { dropSecrets, storeSecrets } from '../subscriptions/secrets/own-secrets.ts'
import { slowness } from '../../../../scripts/slowness.ts'

// Profiles as another panel made them carry through nodes of this one. What is not on PATH is skipped.
const LOAD = 5_000_000
const HOST = '127.0.0.1'
const TOKEN = 'the one token of the old panel'
const PRIVATE = /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\.|^(?:::1$|f[cd]|fe[89ab])/
// Xray 26.7.11 and later carry nothing to private addresses.
const TARGET = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ address }) => !PRIVATE.test(address))?.address
const t = await forFile(startApp())
const admin = await t.admin()

const SERVER_KEY = Buffer.from('k'.repeat(32)).toString('base64')
const TEXT_KEY = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
// The member `dated` of 3x-ui 3.6.0: bytes that are no text, which its Trojan password is too.
const BYTE_KEY = 'E1KKqFoXuKvY0v1yK2nRBYYkr3TIuZgrvAI67cjXLD0='
const ID = 'my-own-id'
const PASSWORD = '密码 & blank@: /'
const plain = { ...emptySettings('vless'), network: 'tcp', security: 'none', flow: '', tls: null, reality: null } as const
const trojan = emptySettings('trojan')
const nodes = {
  vless: plain,
  vmess: { ...emptySettings('vmess'), network: 'tcp', security: 'none', tls: null },
  trojan: { ...trojan, tls: { ...trojan.tls, server_name: 'localhost', allow_insecure: true } },
  ss: { ...emptySettings('shadowsocks'), cipher: 'chacha20-ietf-poly1305' },
  ss2022: { ...emptySettings('shadowsocks'), cipher: '2022-blake3-aes-256-gcm', server_key: SERVER_KEY },
} as unknown as Record<string, ProtocolSettings>
const names = Object.keys(nodes)
type Old = { ports: Record<string, number>; id: string; password: string; key: string; cipher: string }

/** What a client had cached from the old panel, written for each core by hand. */
const cached = {
  mihomo: ({ ports, id, password, key, cipher }: Old): string => {
    const item = (name: string, fields: object) => ({ name, server: HOST, port: ports[name], ...fields })
    const all = [
      item('vless', { type: 'vless', uuid: id }),
      item('vmess', { type: 'vmess', uuid: id, alterId: 0, cipher: 'auto' }),
      item('trojan', { type: 'trojan', password, sni: 'localhost', 'skip-cert-verify': true }),
      item('ss', { type: 'ss', cipher, password }),
      item('ss2022', { type: 'ss', cipher: '2022-blake3-aes-256-gcm', password: `${SERVER_KEY}:${key}` }),
    ]
    return `proxies:\n${all.map((one) => `  - ${JSON.stringify(one)}\n`).join('')}`
  },
  'sing-box': ({ ports, id, password, key, cipher }: Old): string => {
    const item = (tag: string, type: string, fields: object) => ({ tag, type, server: HOST, server_port: ports[tag], ...fields })
    return JSON.stringify({
      outbounds: [
        item('vless', 'vless', { uuid: id }),
        item('vmess', 'vmess', { uuid: id, security: 'aes-128-gcm', alter_id: 0 }),
        item('trojan', 'trojan', { password, tls: { enabled: true, server_name: 'localhost', insecure: true } }),
        item('ss', 'shadowsocks', { method: cipher, password }),
        item('ss2022', 'shadowsocks', { method: '2022-blake3-aes-256-gcm', password: `${SERVER_KEY}:${key}` }),
      ],
    })
  },
  xray: ({ ports, id, password, key, cipher }: Old): string => {
    const out = (name: string, protocol: string, settings: object, streamSettings: object = {}) => ({
      remarks: name,
      outbounds: [{ protocol, settings, streamSettings }],
    })
    const at = (name: string) => ({ address: HOST, port: ports[name] })
    const tls = { security: 'tls', tlsSettings: { serverName: 'localhost' } }
    return JSON.stringify([
      out('vless', 'vless', { vnext: [{ ...at('vless'), users: [{ id, encryption: 'none' }] }] }),
      out('vmess', 'vmess', { vnext: [{ ...at('vmess'), users: [{ id, security: 'aes-128-gcm' }] }] }),
      out('trojan', 'trojan', { servers: [{ ...at('trojan'), password }] }, tls),
      out('ss', 'shadowsocks', { servers: [{ ...at('ss'), method: cipher, password }] }),
      out('ss2022', 'shadowsocks', { servers: [{ ...at('ss2022'), method: '2022-blake3-aes-256-gcm', password: `${SERVER_KEY}:${key}` }] }),
    ])
  },
}
const cores = [
  ['mihomo', '-v'],
  ['sing-box', 'version'],
  ['xray', 'version'],
] as const
// V2bX and v2node keep what they were set up with: the old panel's token, and the numbers that it gave. Only the address is another.
const programs = [
  { software: 'v2node', program: 'v2node', key: TEXT_KEY, cipher: 'chacha20-ietf-poly1305' },
  { software: 'v2bx', program: 'V2bX', key: TEXT_KEY, cipher: 'chacha20-ietf-poly1305' },
  { software: 'xray', program: 'xray', key: BYTE_KEY, cipher: 'aes-256-gcm' },
] as const

for (const { software, program, key, cipher } of programs) {
  const isMissing = TARGET === undefined || !isInstalled(program, ['version']) || !isInstalled('jq', ['--version'])
  test.skipIf(isMissing)(
    `${program}: old profiles carry, and each byte is its member's (skipped without ${program} on PATH and a public address)`,
    { timeout: 400_000 * slowness },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'portico-moved-'))
      const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
      try {
        const target = await startTarget(TARGET ?? HOST)
        stops.push(target.close)
        const settings = { 'node.push_interval': 10, 'node.pull_interval': 10, 'node.old_token': TOKEN, 'node.old_programs': true }
        expect((await admin.call('PATCH', '/admin/settings', settings)).status).toBe(200)
        const { groupId } = await t.plan()
        const ports = await freePorts(names.length)
        const portOf: Record<string, number> = Object.fromEntries(names.map((name, at) => [name, ports[at] ?? 0]))
        const made: AdminNode[] = []
        for (const [at, name] of names.entries()) {
          const port = portOf[name] ?? 0
          // The old panel counted from 700 on; v2node had one number for all types.
          const code = String(700 + at)
          const type = software === 'v2node' ? 'v2node' : nodes[name]?.protocol
          const body = {
            name,
            host: HOST,
            port: String(port),
            server_port: port,
            rate: 100,
            tags: [],
            state: 'enabled',
            group_ids: [groupId],
          }
          const aliases = software === 'xray' ? [] : [{ type, code }]
          const answer = await admin.call('POST', '/admin/nodes', { ...body, settings: nodes[name], aliases })
          expect([name, answer.status, answer.body.message]).toEqual([name, 200, undefined])
          made.push(answer.body.node)
        }
        const { cert, key: certKey } = selfSigned()
        const certificate = { ...OWN_CERTIFICATE, mode: 'file' as const, cert_file: `${folder}/node.cer`, key_file: `${folder}/node.key` }
        writeFileSync(certificate.cert_file, cert)
        writeFileSync(certificate.key_file, certKey)
        const machine = await admin.call('POST', '/admin/machines', {
          name: program,
          notes: '',
          is_active: true,
          node_ids: made.map(({ id }) => id),
          software: software === 'xray' ? 'any' : software,
          certificate,
        })
        expect(machine.status).toBe(200)

        const [moved, fresh] = [await t.holder(groupId, { transferEnable: 2 ** 40 }), await t.holder(groupId, { transferEnable: 2 ** 40 })]
        // The next program's member has the same.
        stops.push(() => t.database.transaction((tx) => dropSecrets(tx, moved.id)))
        await t.database.transaction((tx) =>
          storeSecrets(tx, [
            ...(['vless', 'vmess'] as const).map((kind) => ({ accountId: moved.id, kind, secret: ID, cipher: null })),
            { accountId: moved.id, kind: 'trojan', secret: PASSWORD, cipher: null },
            { accountId: moved.id, kind: 'shadowsocks', secret: PASSWORD, cipher: software === 'xray' ? 'aes-256-gcm' : null },
            { accountId: moved.id, kind: 'shadowsocks-2022-256', secret: key, cipher: null },
          ]),
        )

        const running = runNodes(folder, { software, program, made, certificate, secret: machine.body.secret })
        stops.push(...running.map(({ stop }) => stop))
        let bytes = 0
        for (const [core, says] of cores) {
          if (!isInstalled(core, [says])) continue
          const { uuid } = await t.subscription(fresh.id)
          const freshKey = Buffer.from(uuid.slice(0, 32)).toString('base64')
          const olds: [who: string, Old, load: number][] = [
            ['moved', { ports: portOf, id: ID, password: PASSWORD, key, cipher }, LOAD],
            ['fresh', { ports: portOf, id: uuid, password: uuid, key: freshKey, cipher: 'chacha20-ietf-poly1305' }, 1000],
          ]
          for (const [who, old, load] of olds) {
            const env = { SSL_CERT_FILE: certificate.cert_file }
            const client = await startClient[core]({ folder: join(folder, `${core} ${who}`), profile: cached[core](old), names, env })
            stops.push(client.running.stop)
            for (const name of names) {
              const port = client.ports.get(name) ?? 0
              const why = () =>
                `${core} ${who} ${name}\n${running.map(({ log }) => log().slice(-1500)).join('\n')}\n${client.running.log().slice(-1500)}`
              await until(
                () =>
                  loadThrough(port, target.at, 1).then(
                    (got) => got === 1,
                    () => false,
                  ),
                40,
                why,
              )
              expect(await loadThrough(port, target.at, load)).toBe(load)
            }
            if (who === 'moved') bytes += names.length * LOAD
            await client.running.stop()
          }
        }
        await until(
          async () => (await t.used(moved.id))[1] >= bytes,
          60,
          () => 'not reported',
        )
        const [[, own], [, others]] = [await t.used(moved.id), await t.used(fresh.id)]
        // oxlint-disable-next-line no-console -- the figures are what the test is run for
        console.log(`${program}: loaded ${bytes}, charged ${own} to the member who moved and ${others} to the other one`)
        expect([own < bytes * 1.1, others < bytes * 0.1]).toEqual([true, true])
        if (software !== 'xray') {
          const { items } = (await admin.call('GET', '/admin/old-panel/calls')).body
          expect(items.filter((one: { node_id: number | null }) => made.some(({ id }) => id === one.node_id))).toHaveLength(names.length)
        }
      } finally {
        for (const stop of stops.toReversed()) await stop()
      }
    },
  )
}

type Given = {
  software: (typeof programs)[number]['software']
  program: string
  made: AdminNode[]
  certificate: typeof OWN_CERTIFICATE
  secret: string
}

function runNodes(folder: string, { software, program, made, certificate, secret }: Given): Running[] {
  if (software !== 'xray') {
    const server = pretendedServer(folder)
    const old = made.map((node, at) => ({ ...node, id: 700 + at }))
    // The old panel's V2bX may run Xray for every protocol.
    server.run(nodeSetup(software, old, { secret: TOKEN, origin: t.base, certificate }).command.replaceAll('"sing"', '"xray"'))
    return [start(program, ['server', '-c', server.here(configFile(software))], folder)]
  }
  for (const file of ['xray-node.ts', 'node-client.ts'])
    cpSync(join(import.meta.dirname, '../../../../docs/guide', file), join(folder, file))
  return made.map((node, at) => start('sh', ['-c', `exec ${xrayCommand(node, secret, t.base) ?? ''} 127.0.0.1:${10_185 + at}`], folder))
}
