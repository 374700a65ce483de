import { isConsole, meets } from '@portico/contract/access'
import type { AnyEndpoint } from '@portico/contract/endpoint'
import { type Permission, permissions, type ReadyRole, readyRoles } from '@portico/contract/permissions'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '../src/accounts/accounts.table.ts'
import { entities } from '../src/audit/entities.ts'
import { boundEndpoints } from '../src/http/router.ts'
import { auditCalls } from './audit-calls/audit-calls.ts'
import { codeTries } from './own-tries/code-tries.ts'
import { moneyTries } from './own-tries/money-tries.ts'
import { serviceTries } from './own-tries/service-tries.ts'
import { openTryDesk } from './own-tries/try-desk.ts'
import { forFile, type Member, runSql } from './harness.ts'

const desk = await forFile(openTryDesk())

const tries = { ...serviceTries, ...moneyTries, ...codeTries }

/** They give nothing to the account that they are about, or nothing that it could not take as a member. */
const givesNothing = [
  'POST /admin/users',
  'POST /admin/users/batch',
  'POST /admin/users/:id/secret',
  'PUT /admin/users/:id/secrets',
  'POST /admin/users/:id/secrets/remove',
  'POST /admin/users/:id/suspension',
  'POST /admin/users/:id/suspension/end',
  'POST /admin/users/:id/devices/reset',
  'POST /admin/users/:id/link-alarm/clear',
  'POST /admin/users/:id/messages',
  'POST /admin/users/:id/notes',
  'DELETE /admin/notes/:id',
  'DELETE /admin/users/:id/sessions',
  'POST /admin/users/:id/links',
  'POST /admin/links/:id/revocation',
  // Members free places themselves.
  'POST /admin/linked-devices/:id/removal',
  'POST /admin/users/:id/identities',
  'POST /admin/identities/:id/verification',
  'DELETE /admin/identities/:id',
  'POST /admin/users/:id/factor/removal',
  'POST /admin/users/:id/claim',
  'POST /admin/users/:id/claim/undoing',
  // Nothing is linked to staff.
  'POST /admin/users/:id/main',
  'POST /admin/users/:id/main/removal',
  'PATCH /admin/staff/:id',
  'DELETE /admin/staff/:id',
  'POST /admin/orders/:trade_no/cancellation',
  'POST /admin/statements/:id/dismissal',
  'POST /admin/withdrawals/:withdrawal_no/rejection',
  'PATCH /admin/invite-codes/:id',
  'DELETE /admin/vipcard/templates/:id',
  'DELETE /admin/coupons/:id',
]

/** Rules for everybody: staff may use them, and the owner is told (`overview/staff-gains.test.ts`). */
const rules = new Set(['plan', 'promotion', 'payment_method', 'settings', 'node'])

const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`

type Role = { name: string; held: readonly (Permission | '*')[]; as: ReadyRole | Permission[] }
const roles: Role[] = [
  ...(Object.keys(readyRoles) as ReadyRole[]).map((key) => ({ name: key, held: readyRoles[key], as: key })),
  ...permissions.map((one) => ({ name: one, held: [one], as: [one] })),
  { name: 'all but the owner', held: permissions, as: [...permissions] },
]

/** All that each account has, from the tables: money, service, rates, and what it was spared or paid. */
async function wealth(): Promise<Map<number, string>> {
  const { rows } = await runSql(
    desk.t.ownerUrl,
    `select a.id, row(
      (select sum(e.amount) from ledger_entries e join ledger_accounts l on l.id = e.ledger_account_id
        where l.owner_id = a.id and l.kind in ('member', 'commission', 'held', 'debt')),
      (select sum(amount) from withdrawals w where w.account_id = a.id and status in ('approved', 'paid')),
      (select sum(amount) from commissions c where c.receiver_id = a.id),
      (select row(sum(coupon_amount), count(*) filter (where status = 'processing')) from orders o where o.account_id = a.id),
      (select count(*) from redeem_uses u where u.account_id = a.id),
      (select count(*) from invite_codes i where i.account_id = a.id),
      (select count(*) from accounts i where i.inviter_id = a.id),
      (select row(plan_id, group_id, expires_at, transfer_enable, extra_bytes, up, down, speed_limit, device_limit)
        from subscriptions s where s.account_id = a.id),
      discount_percent, commission_rate, commission_mode, inviter_id)::text as all
    from accounts a`,
  )
  return new Map(rows.map((row) => [Number(row.id), row.all]))
}

test('every console endpoint that can give something is tried or known to give nothing', () => {
  const giving = Object.entries(auditCalls).filter(([, { entity }]) => entities[entity] !== 'nothing' && !rules.has(entity))
  const known = [...Object.keys(tries), ...givesNothing]
  const isList = (name: string): boolean => name.startsWith('GET ') && !name.includes('vipcard')
  expect(giving.map(([name]) => name).filter((name) => !known.includes(name) && !isList(name))).toEqual([])
  expect(known.filter((name) => !(name in auditCalls))).toEqual([])
})

test('by no console call do staff gain for themselves; the owner does by each', async () => {
  const ready = []
  for (const [name, ways] of Object.entries(tries))
    for (const [n, prepare] of [ways].flat().entries()) {
      const e = boundEndpoints.find((one) => nameOf(one) === name)!
      const able = roles.filter(({ held }) => isConsole(e.access) && meets(held, e.access))
      const prepared = able.map(async (role) => {
        const me = await employ(role)
        return { e, way: `${name} ${n}`, role: role.name, me, ...(await prepare(desk, me)) }
      })
      ready.push(...(await Promise.all(prepared)))
    }
  await desk.t.runJobs()
  const before = await wealth()
  for (const { e, me, id = '', body, use } of ready) {
    const answer = await me.call(e.method, e.path.replace(/:\w+/, String(id)), body)
    await use?.(answer.body)
  }
  await desk.t.runJobs()
  const after = await wealth()
  const gained = ready.filter(({ me }) => after.get(me.id) !== before.get(me.id)).map(({ way, role }) => `${role}: ${way}`)
  expect(ready.length).toBeGreaterThan(100)
  expect(gained).toEqual(ready.filter(({ role }) => role === 'owner').map(({ way, role }) => `${role}: ${way}`))
}, 600_000)

test('on the pages of members, staff may do what every member may', async () => {
  const { t, shop, cards } = desk
  const [me, helper] = [await employ(roleNamed('finance')), await employ(roleNamed('support'))]
  await shop.give(me, 1000)
  const { tradeNo, planId } = await shop.order(undefined, me)
  expect((await me.call('POST', '/muser/order/cancel', { trade_no: tradeNo })).status).toBe(200)
  expect((await me.call('POST', '/muser/order/save', { plan_id: planId, period: 'month_price' })).status).toBe(200)
  await t.runJobs()
  expect((await shop.term(me)).planId).toBe(planId)
  expect((await me.call('GET', '/muser/invite/save')).status).toBe(200)
  expect((await cards.redeem(helper, (await cards.cards()).code)).status).toBe(200)
})

test('a code that staff have exported stays closed to them without their role; the refusal says why', async () => {
  const { cards, db } = desk
  const [me, { batch, code }] = [await employ(roleNamed('finance')), await cards.cards()]
  expect((await me.call('GET', `/admin/vipcard/batches/${batch.id}/export`, { scope: 'all' })).status).toBe(200)
  await db.update(accounts).set({ roleId: null }).where(eq(accounts.id, me.id))
  expect((await cards.check(me, code)).body.refusal).toContain('in the console')
  expect((await cards.redeem(me, code)).body.code).toBe('staff.own_code')
  expect((await cards.redeem(me, (await cards.cards()).code)).status, 'one that they never saw').toBe(200)
})

const roleNamed = (name: ReadyRole): Role => roles.find((role) => role.name === name)!

let serial = 0
/** Staff in a network of their own: wrong codes are counted by network. */
async function employ({ as }: Role): Promise<Member> {
  const [me, ip] = [await desk.t.staff(as), `10.9.${serial >> 8}.${serial++ & 255}`]
  return { ...me, call: (method, path, payload, headers) => me.call(method, path, payload, { 'x-forwarded-for': ip, ...headers }) }
}
