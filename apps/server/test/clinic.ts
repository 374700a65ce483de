import { eq } from 'drizzle-orm'
import type { Finding, FindingCode } from '@portico/contract/diagnosis'
import { expect } from 'vitest'
import { diagnose } from '../src/diagnosis/diagnose.ts'
import { nodes } from '../src/nodes/nodes.table.ts'
import { subscriptions } from '../src/subscriptions/subscriptions.table.ts'
import { countTraffic } from '../src/traffic/count-traffic.ts'
import { type Member, startApp, type TestApp } from './harness.ts'
import { fetchLog } from '../src/link-fetches/fetch-log.ts'

// Noon in the site's zone, so that "since 11:58" stays on the same day.
export const NOON = Date.UTC(2040, 0, 10, 4)
export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

export type TestNode = Awaited<ReturnType<TestApp['node']>>
export type Patient = { member: Member; node: TestNode; second: TestNode; both: TestNode[] }
type SubscriptionValues = Partial<typeof subscriptions.$inferInsert>

/** An app whose clock stands at noon, members whose connection works, and ways to break it. */
export async function openClinic() {
  const time = { at: NOON }
  const t = await startApp({ now: () => new Date(time.at) })
  const admin = await t.admin()
  await admin.call('PATCH', '/admin/settings', { 'site.timezone': 'Asia/Shanghai' })

  async function fetchLink(member: Member, name = 'clash-verge/v2.4.3', suffix = ''): Promise<void> {
    const link: string = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
    expect((await fetch(link + suffix, { headers: { 'user-agent': name, 'accept-language': 'en' } })).status).toBe(200)
    await fetchLog(t.app).flush()
  }

  async function carry({ id }: Member, node: TestNode, bytes = 1000): Promise<void> {
    expect((await node.post('push', { [id]: [bytes, bytes] })).status).toBe(200)
    await countTraffic(t.database, t.app.now())
  }

  /** A member with a plan of two nodes, before the first import. */
  async function fresh(): Promise<Patient> {
    time.at = NOON
    const [member, node] = [await t.member(), await t.node({ name: 'Tokyo' })]
    const second = await t.node({ name: 'Hong Kong', translations: { 'zh-CN': { name: '香港' } }, groupIds: node.groupIds })
    await t.subscribe(member.id, node.groupId, { deviceLimit: 3 })
    return { member, node, second, both: [node, second] }
  }

  return {
    t,
    stop: t.stop,
    time,
    admin,
    fetchLink,
    carry,
    fresh,
    /** The same member, who imported the link an hour ago and uses it. */
    async healthy(): Promise<Patient> {
      const patient = await fresh()
      time.at = NOON - HOUR
      await fetchLink(patient.member)
      time.at = NOON - 2 * MINUTE
      await carry(patient.member, patient.node)
      time.at = NOON
      return patient
    },
    online: (node: TestNode, { id }: Member, count: number) =>
      node.post('alive', { [id]: Array.from({ length: count }, (_, n) => `192.0.2.${n + 1}`) }),
    change: (member: Member, values: SubscriptionValues) =>
      t.database.db.update(subscriptions).set(values).where(eq(subscriptions.accountId, member.id)),
    async changeNodes(some: TestNode[], values: Partial<typeof nodes.$inferInsert>): Promise<void> {
      for (const { id } of some) await t.database.db.update(nodes).set(values).where(eq(nodes.id, id))
    },
    asked: async (member: Member, language = 'en', query: Record<string, unknown> = {}) =>
      (await member.call('GET', '/muser/doctor', query, { 'accept-language': language })).body,
    toldStaff: async (member: Member, language = 'en'): Promise<Finding[]> =>
      (await admin.call('GET', `/admin/users/${member.id}`, {}, { 'accept-language': language })).body.diagnosis.findings,
    codes: async (member: Member): Promise<FindingCode[]> =>
      (await diagnose(t.app, member.id, { language: 'en', reader: 'member' }, t.app.now())).findings.map(({ code }) => code),
  }
}
