import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { freePort, isInstalled, isOpen, start, until } from '../../test/node-software/programs.ts'
import { loadThrough, startTarget } from '../../test/node-software/target.ts'
import { compileFeed, compileMessage } from './compile-feed.ts'
import { dialectOf } from './dialect.ts'
import type { Format } from './formats.ts'
import { member, nodeOf, site, variants } from './golden/variants.ts'

// A profile with nothing to connect to, in the cores themselves: they load it, list the message, and send nothing past it.
const PRIVATE = /^(?:10|127|172\.(?:1[6-9]|2\d|3[01])|192\.168)\.|^(?:::1$|f[cd]|fe[89ab])/
const TARGET = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ address }) => !PRIVATE.test(address))?.address

type Ports = { proxy: number; api: number }
type Core = {
  format: Format
  version: string | null
  program: string
  says: string[]
  file: string
  args: string[]
  adapt: (profile: string, ports: Ports) => string
  /** Its own list of what can be chosen; null: it has none. */
  list: string | null
}
const singBox = (version: string, program: string): Core => ({
  format: 'sing-box',
  version,
  program,
  says: ['version'],
  file: 'profile.json',
  args: ['run', '-c', 'profile.json'],
  // A test has no TUN, and no controller is in the profile.
  adapt: (profile, { proxy, api }) => {
    const { inbounds: _, ...rest } = JSON.parse(profile)
    const inbounds = [{ type: 'mixed', listen: '127.0.0.1', listen_port: proxy }]
    return JSON.stringify({ ...rest, inbounds, experimental: { clash_api: { external_controller: `127.0.0.1:${api}` } } })
  },
  list: '/proxies',
})
const cores: Core[] = [
  {
    format: 'mihomo',
    version: null,
    program: 'mihomo',
    says: ['-v'],
    file: 'profile.yaml',
    args: ['-d', '.', '-f', 'profile.yaml'],
    adapt: (profile, { proxy, api }) => stringify({ ...parse(profile), 'mixed-port': proxy, 'external-controller': `127.0.0.1:${api}` }),
    list: '/proxies',
  },
  singBox('1.14.0', 'sing-box'),
  singBox('1.12.0', 'sing-box-1.12'),
  singBox('1.11.0', 'sing-box-1.11'),
  {
    format: 'xray',
    version: null,
    program: 'xray',
    says: ['version'],
    file: 'profile.json',
    args: ['run', '-c', 'profile.json'],
    adapt: (profile, { proxy }) => {
      const [{ inbounds: _, ...rest }] = JSON.parse(profile)
      return JSON.stringify({ ...rest, inbounds: [{ tag: 'http', listen: '127.0.0.1', port: proxy, protocol: 'http' }] })
    },
    list: null,
  },
]

describe.each(cores)('$program', ({ format, version, program, says, file, args, adapt, list }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-nothing-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const isMissing = !isInstalled(program, says) || TARGET === undefined
  const skipped = isMissing ? ` (skipped: no ${program} on PATH, or every address of this machine is private)` : ''
  const dialect = dialectOf(format, format, version)
  const states = {
    'no node': () => compileFeed(dialect, [], site)(member),
    'a link that asks for others': () => compileFeed(dialect, [], site, true)(member),
    'ports that cannot be read': () => compileFeed(dialect, [nodeOf('one', variants['trojan-tcp-tls']!, { port: 'x' })], site)(member),
    'an expired plan': () => compileMessage(dialect, 'Subscription expired, please renew', site)(member),
  }

  test.skipIf(isMissing).each(Object.keys(states))(`with %s lists the message, and nothing leaves${skipped}`, async (state) => {
    const profile = states[state as keyof typeof states]()
    const said =
      /Subscription expired, please renew|No n[^"'\n]*?(?:later|asks for)|This app cannot[^"'\n]*?another/.exec(profile)?.[0] ?? 'none'
    const ports = { proxy: await freePort(), api: await freePort() }
    writeFileSync(join(folder, file), adapt(profile, ports))
    const target = await startTarget(TARGET ?? '')
    let asked = 0
    target.server.on('request', () => asked++)
    const running = start(program, args, folder)
    try {
      await until(
        async () => (await isOpen(ports.proxy)) && (!list || (await isOpen(ports.api))),
        30,
        () => `it does not start: ${running.log()}`,
      )
      if (list) {
        const { proxies } = (await (await fetch(`http://127.0.0.1:${ports.api}${list}`)).json()) as { proxies: object }
        expect(Object.keys(proxies)).toContain(said)
      }
      await expect(loadThrough(ports.proxy, target.at, 1, { seconds: 10 })).rejects.toThrow(
        /status 5|socket hang up|aborted|ECONN|nothing came/,
      )
      expect(asked).toBe(0)
    } finally {
      await running.stop()
      target.close()
    }
  })
})
