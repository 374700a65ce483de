import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect as dial, createServer as createNetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptySettings } from '@portico/contract/empty-settings'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { startResolver } from '../../test/fake-resolver.ts'
import { startApp } from '../../test/harness.ts'
import { slowness } from '../../../../scripts/slowness.ts'

// Well-known names, as v2fly/domain-list-community (MIT) sorts them. Names under example are in no list: their addresses decide.
const domestic =
  'qq.com weixin.qq.com taobao.com tmall.com alipay.com jd.com baidu.com bilibili.com weibo.com zhihu.com douyin.com toutiao.com ' +
  'xiaohongshu.com 163.com sohu.com iqiyi.com youku.com mgtv.com douban.com meituan.com dianping.com pinduoduo.com ctrip.com amap.com ' +
  'mi.com huawei.com ximalaya.com csdn.net cctv.com people.com.cn 12306.cn gov.cn icbc.com.cn cmbchina.com kuaishou.com sina.com ' +
  'shop.cn-one.example news.cn-two.example mail.cn-three.example game.cn-four.example'
const foreign =
  'google.com youtube.com netflix.com openai.com chatgpt.com claude.ai facebook.com x.com instagram.com wikipedia.org github.com reddit.com ' +
  'telegram.org whatsapp.com bbc.com nytimes.com spotify.com twitch.tv discord.com dropbox.com pinterest.com tumblr.com medium.com ' +
  'vimeo.com yahoo.co.jp nicovideo.jp line.me naver.com gemini.google.com disneyplus.com hulu.com archive.org duckduckgo.com quora.com ' +
  'soundcloud.com tiktok.com shop.far-one.example news.far-two.example mail.far-three.example game.far-four.example'
const [inside, outside] = [domestic.split(' '), foreign.split(' ')]
const isUnlisted = (name: string): boolean => name.endsWith('.example')

// From the ranges of @ip-location-db/asn-country (CC0): China Telecom, and a network outside China.
const [IN_CHINA, ABROAD] = ['1.180.0.1', '93.184.215.14']

type Resolver = Awaited<ReturnType<typeof startResolver>>
type Seen = { near: Resolver; far: Resolver; port: number }

/** What the test changes in a profile: ports, and resolvers at addresses of the test in place of those on the internet. */
const clients = {
  mihomo: {
    agent: 'mihomo/1.19.29',
    file: 'config.yaml',
    args: (folder: string) => ['-d', folder],
    adapt: (text: string, { near, port }: Seen) => {
      const local = text
        .replaceAll(/https:\/\/(223\.5\.5\.5|119\.29\.29\.29)\/dns-query/g, `tcp://127.0.0.1:${near.port}`)
        .replaceAll(/https:\/\/(1\.1\.1\.1|8\.8\.8\.8)\/dns-query/g, 'tcp://$1:53')
      const profile = parse(local)
      profile.dns['default-nameserver'] = [`tcp://127.0.0.1:${near.port}`]
      return stringify({ ...profile, 'mixed-port': port, 'log-level': 'info' })
    },
  },
  'sing-box': {
    agent: 'SFA/1.13.0 (sing-box 1.13.0)',
    file: 'config.json',
    args: (folder: string) => ['run', '-D', folder, '-c', join(folder, 'config.json')],
    adapt: (text: string, { near, port }: Seen) => {
      const profile = JSON.parse(text)
      const [remote, local] = profile.dns.servers
      Object.assign(remote, { type: 'tcp', server_port: 53 })
      Object.assign(local, { type: 'tcp', server: '127.0.0.1', server_port: near.port })
      // A tunnel needs rights that a test lacks, and loopback is not on the default interface.
      profile.inbounds = profile.inbounds.filter((one: { type: string }) => one.type === 'mixed')
      profile.inbounds[0].listen_port = port
      delete profile.route.auto_detect_interface
      return JSON.stringify({ ...profile, log: { level: 'info' } })
    },
  },
}

let webPort = 0
let nodePort = 0
let far: Resolver
const t = await startApp()
const web = createServer((_, response) => response.end('direct'))
webPort = await listening(web)
const node = createServer()
node.on('connect', (request, socket) => {
  socket.on('error', () => {})
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  if (request.url?.endsWith(':53'))
    return socket
      .pipe(dial(far.port, '127.0.0.1'))
      .on('error', () => socket.destroy())
      .pipe(socket)
  return socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 7\r\nconnection: close\r\n\r\nproxied'))
})
nodePort = await listening(node)
afterAll(async () => {
  web.close()
  node.closeAllConnections()
  node.close()
  await t.stop()
})

// The keys are clients.
const programs = Object.keys(clients) as (keyof typeof clients)[]
describe.each(programs)('the profile of %s', (program) => {
  const isMissing = spawnSync(program, [program === 'mihomo' ? '-v' : 'version']).status !== 0

  test.skipIf(isMissing)(
    `sends names in China direct and others through a node, and asks each side only for its own${isMissing ? ` (skipped: no ${program} on PATH)` : ''}`,
    async () => {
      const { agent, file, args, adapt } = clients[program]
      const folder = mkdtempSync(join(tmpdir(), 'portico-routing-'))
      const near = await startResolver(() => '127.0.0.1')
      far = await startResolver((name) => (name.includes('.cn-') ? IN_CHINA : ABROAD))
      const port = await freePort()
      writeFileSync(join(folder, file), adapt(await profileFor(agent), { near, far, port }))
      const core = spawn(program, args(folder))
      const log = collected(core)
      try {
        await expect.poll(() => ask(port, 'probe.qq.com'), { timeout: 60_000 * slowness, interval: 300 }).toBe('direct')
        const ways = await Promise.all([...inside, ...outside].map(async (name) => [name, wayIn(await ask(port, name), name, log())]))
        expect(Object.fromEntries(ways)).toEqual(
          Object.fromEntries([...inside.map((name) => [name, 'direct']), ...outside.map((name) => [name, 'proxied'])]),
        )
        expect(outside.filter((name) => near.asked.has(name))).toEqual([])
        expect(inside.filter((name) => far.asked.has(name) && !isUnlisted(name))).toEqual([])
      } catch (error) {
        throw new Error(log().slice(-3000), { cause: error })
      } finally {
        core.kill()
        near.stop()
        far.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
    180_000,
  )
})

/** An address in China cannot be reached from here: then the log says which way the core took. */
function wayIn(body: string, name: string, log: string): string {
  const tried = log.split('\n').some((line) => line.includes(`outbound/direct[direct]: outbound connection to ${name}:`))
  return body === '' && tried ? 'direct' : body
}

async function profileFor(agent: string): Promise<string> {
  const member = await t.member()
  const http = { ...emptySettings('http'), security: 'none' as const }
  const { groupId } = await t.node({ name: 'JP 1', host: '127.0.0.1', port: String(nodePort), settings: http })
  await t.subscribe(member.id, groupId)
  const link = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
  return (await fetch(link, { headers: { 'user-agent': agent } })).text()
}

/** Opens a page of a name through the client; '' if there was no answer. */
function ask(port: number, name: string): Promise<string> {
  return new Promise((done) => {
    const socket = dial(port, '127.0.0.1', () => socket.write(`CONNECT ${name}:${webPort} HTTP/1.1\r\nHost: ${name}:${webPort}\r\n\r\n`))
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      done(/(direct|proxied)$/.exec(text)?.[1] ?? '')
    }
    const timer = setTimeout(end, 15_000)
    let text = ''
    socket.on('data', (chunk) => {
      if (text === '') socket.write(`GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)
      text += chunk.toString()
      if (/(direct|proxied)$/.test(text)) end()
    })
    socket.on('close', end)
    socket.on('error', end)
  })
}

function collected(core: ChildProcess): () => string {
  let text = ''
  for (const stream of [core.stdout, core.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

async function listening(server: Server | ReturnType<typeof createNetServer>): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const bound = server.address()
  return typeof bound === 'object' && bound ? bound.port : 0
}

async function freePort(): Promise<number> {
  const server = createNetServer()
  const port = await listening(server)
  await new Promise((done) => server.close(done))
  return port
}
