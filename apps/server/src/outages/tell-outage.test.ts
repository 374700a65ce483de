import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'

import { forFile, type Member, startApp } from '../../test/harness.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { jobActor } from '../actor.ts'
import { nodeReports } from '../nodes/nodes.table.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import { outages } from './outages.table.ts'
import { tellOutage } from './tell-outage.ts'
import { watchNodes } from './watch-nodes.ts'

const [SECOND, DAY] = [1000, 86_400_000]
let now = new Date('2026-03-10T04:00:00Z')

const watch = () => watchNodes(t.database, jobActor('watch_nodes'), t.app.settings(), now)
const contact = (nodeId: number) =>
  t.database.db
    .insert(nodeReports)
    .values({ nodeId, lastPullAt: now })
    .onConflictDoUpdate({ target: nodeReports.nodeId, set: { lastPullAt: now } })
/** Time passes while the named nodes keep in contact. */
async function pass(seconds: number, heard: number[] = []): Promise<void> {
  for (let left = seconds; left > 0; left -= 10) {
    now = new Date(now.getTime() + 10 * SECOND)
    for (const id of heard) await contact(id)
    await watch()
  }
}
async function node(name: string, groupId: number, parentId?: number) {
  const made = await t.node({ name, groupIds: [groupId], watchedFrom: now, createdAt: now, ...(parentId && { parentId }) })
  if (!parentId) await contact(made.id)
  return made
}
/** A member with a running plan who used a node some days ago. */
async function user(groupId: number, nodeId: number, daysAgo = 0, expiresAt = new Date(now.getTime() + 30 * DAY)): Promise<Member> {
  const member = await t.member()
  await t.subscribe(member.id, groupId, { expiresAt })
  const day = new Date(now.getTime() - daysAgo * DAY).toISOString().slice(0, 10)
  await t.database.db.insert(trafficDaily).values({ accountId: member.id, nodeId, day, up: 1, down: 1, billedUp: 1, billedDown: 1 })
  return member
}
const told = async (member: Member) => (await messagesOf(member, 'node_outage')).map(({ data, ended }) => [data['node'], ended])

const t = await forFile(startApp({ now: () => now }))
await watch()

test('members who used a node in the last days get one message that it is down, which ends when the node is back', async () => {
  const { id: groupId } = await t.group()
  const { id: other } = await t.group()
  const [silent, good] = [await node('Tokyo', groupId), await node('Good', groupId)]
  const entrance = await node('Entrance', groupId, silent.id)
  const [uses, enters, before] = [await user(groupId, silent.id), await user(groupId, entrance.id), await user(groupId, silent.id, 3)]
  const [elsewhere, moved] = [await user(groupId, good.id), await user(other, silent.id)]
  const expired = await user(groupId, silent.id, 0, new Date(now.getTime() - 1))
  await pass(330, [good.id])
  await t.runJobs()
  const [outage] = await t.database.db.select().from(outages).where(eq(outages.nodeId, silent.id))
  await atOnce(() => tellOutage(t.database, outage!.id, now, 'UTC'))
  for (const member of [uses, enters]) expect(await told(member)).toEqual([['Tokyo', false]])
  for (const member of [before, elsewhere, moved, expired]) expect(await told(member)).toEqual([])
  await pass(40, [silent.id, good.id])
  expect(await told(uses)).toEqual([['Tokyo', true]])
  // A late run tells nobody of what is over.
  const late = await user(groupId, silent.id)
  await tellOutage(t.database, outage!.id, now, 'UTC')
  expect(await told(late)).toEqual([])
})

test('an outage that ends while its messages are written leaves none open', async () => {
  const { id: groupId } = await t.group()
  const [silent, good] = [await node('Osaka', groupId), await node('Good', groupId)]
  const members = await Promise.all(Array.from({ length: 5 }, () => user(groupId, silent.id)))
  await pass(330, [good.id])
  const [outage] = await t.database.db.select().from(outages).where(eq(outages.nodeId, silent.id))
  await contact(silent.id)
  await pass(10, [silent.id, good.id])
  now = new Date(now.getTime() + 20 * SECOND)
  await contact(silent.id)
  await Promise.all([...Array.from({ length: 10 }, () => tellOutage(t.database, outage!.id, now, 'UTC')), watch()])
  expect((await t.database.db.select().from(outages).where(eq(outages.nodeId, silent.id)))[0]!.endedAt).not.toBeNull()
  for (const member of members) expect((await told(member)).filter(([, ended]) => !ended)).toEqual([])
})
