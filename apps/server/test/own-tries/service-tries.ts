import { randomUUID } from 'node:crypto'
import { post } from '../../src/ledger/post.ts'
import { outages } from '../../src/outages/outages.table.ts'
import type { Member } from '../harness.ts'
import type { Tries, TryDesk } from './try-desk.ts'

const changing = (change: (desk: TryDesk, me: Member) => Promise<object>) => async (desk: TryDesk, me: Member) => ({
  id: me.id,
  body: { version: 1, change: await change(desk, me) },
})

export const serviceTries: Tries = {
  'PATCH /admin/users/:id': [
    changing(async ({ t }) => ({ plan_id: (await t.plan()).id, expired_at: null })),
    changing(async () => ({ transfer_enable: 2 ** 40 })),
    changing(async () => ({ discount_percent: 100 })),
    changing(async () => ({ commission_rate: 100 })),
    // Whoever invited a member earns by their orders.
    async ({ t }, me) => ({ id: (await t.member()).id, body: { version: 1, change: { inviter: me.email } } }),
  ],
  'POST /admin/users/:id/balance': async (_, me) => ({ id: me.id, body: { amount: 500, reason: 'a present' } }),
  'POST /admin/users/:id/debt-write-off': async ({ t }, { id }) => {
    const legs = [{ kind: 'debt', ownerId: id, amount: -500 } as const, { kind: 'gateway', amount: 500 } as const]
    const owed = { kind: 'payment.charged_back', key: `owed:${id}`, currency: 'CNY', legs, at: t.app.now() } as const
    await t.database.transaction((tx) => post(tx, owed))
    return { id, body: { amount: 500, reason: 'gone' } }
  },
  'POST /admin/users/:id/extension': async (desk, me) => {
    await desk.subscribed(me)
    return { id: me.id, body: { days: 30, reason: 'a present', tell: false } }
  },
  'POST /admin/users/:id/hold': async (desk, me) => {
    await desk.subscribed(me)
    return { id: me.id, body: { days: 3650, starts_by: '2040-01-01T00:00:00Z', reason: 'a present' } }
  },
  'POST /admin/users/:id/plan-gift': async ({ t }, me) => ({
    id: me.id,
    body: { plan_id: (await t.plan()).id, days: 3650, wait_days: null, reason: 'a present' },
  }),
  'POST /admin/users/:id/traffic': async (desk, me) => {
    await desk.subscribed(me)
    return { id: me.id, body: { bytes: 2 ** 40, keeps: true, reason: 'a present' } }
  },
  'POST /admin/member-changes/:id/start': async (desk, me) => {
    await desk.subscribed(me)
    const action = { kind: 'extend', days: 30 }
    const { body } = await me.call('POST', '/admin/member-changes', { key: randomUUID(), scope: { ids: [me.id] }, action, reason: 'x' })
    return { id: body.id }
  },
  'POST /admin/outages/:id/compensation': async (desk, me) => {
    const { groupId } = await desk.subscribed(me)
    const { id: nodeId } = await desk.t.node({ groupIds: [groupId] })
    const endedAt = new Date(desk.t.app.now().getTime() + 1)
    const outage = { nodeId, beganAt: new Date(endedAt.getTime() - 3_600_000), endedAt, reason: 'silent' } as const
    const [made] = await desk.db.insert(outages).values(outage).returning()
    return { id: made!.id, body: { kind: 'days', days: 30 } }
  },
  'POST /admin/invite-codes': async (_, me) => ({ body: { email: me.email, max_uses: null } }),
}
