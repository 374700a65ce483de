import { createServer, request } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptySettings } from '@portico/contract/empty-settings'
import { endStreamsCommand } from '@portico/contract/node-setup'
import { OWN_CERTIFICATE } from '@portico/contract/node-software'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slowness } from '../../../../scripts/slowness.ts'
import { type Member, startApp, type TestApp } from '../../test/harness.ts'
import { nodePrograms, runShown } from '../../test/node-software/node-programs.ts'
import { pretendedServer } from '../../test/node-software/pretended-server.ts'
import { freePorts, isInstalled, start, until } from '../../test/node-software/programs.ts'
import { publicAddress, startCountedTarget } from '../../test/node-software/counted-target.ts'
import { loadTunnelled } from '../../test/node-software/target.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

// What becomes of a stream of 5 MB/s when its member is suspended, the term ends or the quota is used up. `npm run test:carry` runs it.
const isFull = process.env['CARRY'] === 'full'
const HOST = '127.0.0.1'
const TARGET = publicAddress()
const MB = 1_000_000
const SPEED = 5 * MB
const QUOTA = 30 * MB
/** Seconds after which a stream that still runs is ended with the command that the console shows. */
const PATIENCE = 40
const causes = ['suspended', 'expired', 'used up', 'bystander'] as const
type Cause = (typeof causes)[number]

describe.each(nodePrograms.filter(({ software }) => software !== 'xrayr'))('$program', (given) => {
  const isMissing = !isFull || !isInstalled(given.program, ['version']) || !isInstalled('xray', ['version']) || TARGET === null
  const skipped = isMissing ? ' (skipped: part of test:carry; needs the program and xray on PATH)' : ''
  let t: TestApp
  const stops: (() => unknown)[] = []
  beforeAll(async () => {
    if (!isMissing) t = await startApp()
  })
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
    await t?.stop()
  })

  test.skipIf(isMissing)(
    `an open stream of a member who leaves ends, and no other${skipped}`,
    { timeout: 600_000 * slowness },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'portico-streams-'))
      stops.push(() => rmSync(folder, { recursive: true, force: true }))
      const admin = await t.admin()
      await admin.call('PATCH', '/admin/settings', { 'node.push_interval': 10, 'node.pull_interval': 10 })
      const plan = await t.plan({ transferEnable: 2 ** 40 })
      const [nodePort = 0] = await freePorts(1)
      const settings = { ...emptySettings('vless'), security: 'none' as const, tls: null, flow: '' as const }
      const body = { name: 'node', host: HOST, port: String(nodePort), server_port: nodePort, rate: 100, tags: [], state: 'enabled' }
      const made = (await admin.call('POST', '/admin/nodes', { ...body, group_ids: [plan.groupId], settings })).body
      const running = await runShown(given, [{ made: [made.node], secret: made.secret, certificate: OWN_CERTIFICATE }], t.base, folder)
      stops.push(() => Promise.all(running.map(({ stop }) => stop())))
      const members = new Map<Cause, Member>()
      for (const cause of causes)
        members.set(cause, await t.holder(plan.groupId, { transferEnable: cause === 'used up' ? QUOTA : 2 ** 40 }))
      const ports = await startMembers(members)
      const target = await pacedTarget()
      const probe = await startCountedTarget(TARGET ?? HOST)
      stops.push(target.close, probe.close)
      for (const cause of causes)
        await until(
          () =>
            loadTunnelled(ports.get(cause)!, probe.at, 1, 5).then(
              () => true,
              () => false,
            ),
          60 * slowness,
          () => `no answer: ${running.map(({ log }) => log())}`,
        )

      const streams = new Map(causes.map((cause) => [cause, openStream(ports.get(cause)!, target.at)]))
      await until(
        () => [...streams.values()].every((stream) => stream.got() > 3 * MB),
        60 * slowness,
        () => 'no stream',
      )
      await t.ban(members.get('suspended')!.id)
      const ends = { expiresAt: new Date() }
      await t.database.db
        .update(subscriptions)
        .set(ends)
        .where(eq(subscriptions.accountId, members.get('expired')!.id))
      const began = new Map<Cause, { at: number; got: number }>(
        causes.map((cause) => [cause, { at: Date.now(), got: streams.get(cause)!.got() }]),
      )
      await until(
        // The program counts before the bytes arrive.
        () => streams.get('used up')!.got() >= QUOTA || streams.get('used up')!.endedAt() !== null,
        120 * slowness,
        () => 'too slow',
      )
      began.set('used up', { at: streams.get('used up')!.endedAt() ?? Date.now(), got: QUOTA })

      const leaving = causes.filter((cause) => cause !== 'bystander')
      const since = Date.now()
      while (Date.now() - since < PATIENCE * 1000 && leaving.some((cause) => streams.get(cause)!.endedAt() === null)) await sleep(200)
      const rows = leaving.map((cause) => {
        const [stream, from] = [streams.get(cause)!, began.get(cause)!]
        const endedAt = stream.endedAt()
        return {
          program: given.program,
          cause,
          'by itself, s':
            endedAt === null ? `over ${Math.round((Date.now() - from.at) / 1000)}` : Math.round((endedAt - from.at) / 100) / 10,
          'MB until then': Math.round((stream.got() - from.got) / MB),
          'after End now, s': 0,
        }
      })
      const left = leaving.filter((cause) => streams.get(cause)!.endedAt() === null)
      // Where the program cannot end them, operators can.
      if (left.length > 0) pretendedServer(folder).run(endStreamsCommand(nodePort, left.map(addressOf)))
      const asked = Date.now()
      await until(
        () => leaving.every((cause) => streams.get(cause)!.endedAt() !== null),
        30 * slowness,
        () => 'it runs on',
      )
      for (const row of rows)
        if (left.includes(row.cause)) row['after End now, s'] = Math.round((streams.get(row.cause)!.endedAt()! - asked) / 100) / 10
      // oxlint-disable-next-line no-console -- the figures are what the test is run for
      console.table(rows)
      const before = streams.get('bystander')!.got()
      await until(
        () => streams.get('bystander')!.got() > before + MB,
        30 * slowness,
        () => 'the stream of another ended too',
      )
      expect(streams.get('bystander')!.endedAt()).toBeNull()
      if (given.software === 'xray') expect(left).toEqual([])
      for (const stream of streams.values()) stream.stop()
    },
  )

  /** One Xray as the client of all members, each from an address of their own. Returns the port of each. */
  async function startMembers(members: Map<Cause, Member>): Promise<Map<Cause, number>> {
    const folder = mkdtempSync(join(tmpdir(), 'portico-members-'))
    stops.push(() => rmSync(folder, { recursive: true, force: true }))
    const free = await freePorts(causes.length)
    const ports = new Map(causes.map((cause, at) => [cause, free[at]!]))
    const outbounds = await Promise.all(
      causes.map(async (cause) => {
        const link: string = (await members.get(cause)!.call('GET', '/muser/getSubscribe')).body.subscribe_url
        const [profile] = (await (await fetch(`${link.replace(/^.*\/s\//, `${t.base}/s/`)}?flag=xray`)).json()) as { outbounds: object[] }[]
        return { ...profile?.outbounds[0], tag: cause, sendThrough: addressOf(cause) }
      }),
    )
    const config = {
      log: { loglevel: 'warning' },
      inbounds: causes.map((cause) => ({ tag: `in ${cause}`, listen: HOST, port: ports.get(cause), protocol: 'http' })),
      outbounds,
      routing: { rules: causes.map((cause) => ({ type: 'field', inboundTag: [`in ${cause}`], outboundTag: cause })) },
    }
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
    const client = start('xray', ['run', '-c', 'config.json'], folder)
    stops.push(client.stop)
    return ports
  }
})

const addressOf = (cause: Cause): string => `127.0.0.${2 + causes.indexOf(cause)}`

/** A site that answers with 5 MB/s without end. */
async function pacedTarget() {
  const piece = Buffer.alloc(SPEED / 20, 'x')
  const server = createServer((_, to) => {
    const each = setInterval(() => to.writableLength < SPEED && to.write(piece), 50)
    to.on('close', () => clearInterval(each))
  })
  const address = TARGET ?? HOST
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const { port } = server.address() as AddressInfo
  return {
    at: isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`,
    close: () => (server.closeAllConnections(), server.close()),
  }
}

/** Loads without end through an HTTP proxy. */
function openStream(proxyPort: number, host: string) {
  let [got, endedAt]: [number, number | null] = [0, null]
  const ended = (): void => void (endedAt ??= Date.now())
  const call = request({ host: HOST, port: proxyPort, path: `http://${host}/`, headers: { host }, agent: false }, (answer) => {
    answer.on('data', (chunk: Buffer) => (got += chunk.length))
    answer.on('close', ended)
    answer.on('error', ended)
  })
  call.on('error', ended)
  call.end()
  return { got: () => got, endedAt: () => endedAt, stop: () => call.destroy() }
}
