import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { behindProxy, type CardDesk, openCardDesk } from '../../test/card-desk.ts'
import { forFile, startApp } from '../../test/harness.ts'

const t = await forFile(startApp({ env: behindProxy }))
const desk = await openCardDesk(t)

const plain = {
  name: 'Card',
  kind: 'balance',
  value: 100,
  plan_id: null,
  max_per_member: 1,
  new_members_only: false,
  enabled: true,
  colour: '#409eff',
}
const dated = { name: 'B', starts_at: null, expires_at: null }
const lines = (csv: string): string[] => csv.replace('\uFEFF', '').trimEnd().split('\r\n')

test('an operator makes, changes and lists a kind of code with its counts, and deletes it while it has no codes', async () => {
  const { admin } = desk
  const made = (await admin.call('POST', '/admin/vipcard/templates', plain)).body
  expect(made).toMatchObject({ ...plain, currency: 'CNY', plan_name: null, batches: 0, codes: 0, uses: 0 })
  const path = `/admin/vipcard/templates/${made.id}`
  expect((await admin.call('PUT', path, { ...plain, name: 'Other', value: 200 })).body).toMatchObject({ name: 'Other', value: 200 })
  await desk.batch(made.id, { count: 3 })
  const listed = (await admin.call('GET', '/admin/vipcard/templates')).body.items.find((item: { id: number }) => item.id === made.id)
  expect(listed).toMatchObject({ batches: 1, codes: 3, uses: 0 })
  expect((await admin.call('PUT', path, { ...plain, value: 300 })).body.code).toBe('redeem.template_in_use')
  expect((await admin.call('PUT', path, { ...plain, value: 200, enabled: false, max_per_member: 5 })).body).toMatchObject({
    enabled: false,
  })
  expect((await admin.call('DELETE', path)).body.code).toBe('redeem.template_in_use')
  expect(await audited(t, 'redeem_template', made.id)).toMatchObject([
    { action: 'redeem_template.create', actorKind: 'staff', actorId: admin.id, before: null, after: { name: 'Card', value: 100 } },
    { action: 'redeem_template.update', actorId: admin.id, before: { value: 100 }, after: { value: 200 } },
    { action: 'redeem_template.update', before: { enabled: true }, after: { enabled: false } },
  ])
  const spare = await desk.template()
  expect((await admin.call('DELETE', `/admin/vipcard/templates/${spare.id}`)).body).toEqual({ ok: true })
})

test.each([
  ['a value of nothing', { value: 0 }, 'value'],
  ['more money than a card may hold', { value: 1_000_000_01 }, 'value'],
  ['half a cent', { value: 1.5 }, 'value'],
  ['days beyond ten years', { kind: 'days', value: 3651 }, 'value'],
  ['a reset with a value', { kind: 'reset', value: 1 }, 'value'],
  ['a plan card without a plan', { kind: 'plan', value: 30 }, 'plan_id'],
  ['a plan on another card', { plan_id: 1 }, 'plan_id'],
  ['a plan that does not exist', { kind: 'plan', value: 30, plan_id: 999_999 }, 'plan_id'],
  ['no name', { name: ' ' }, 'name'],
  ['a limit of none', { max_per_member: 0 }, 'max_per_member'],
  ['a colour that is none', { colour: 'red' }, 'colour'],
])('%s is refused at its field', async (_, values, field) => {
  const answer = await desk.admin.call('POST', '/admin/vipcard/templates', { ...plain, ...values })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
})

test.each([
  ['no codes', { count: 0 }, 'count'],
  ['too many codes', { count: 10_001 }, 'count'],
  ['no uses', { max_uses: 0 }, 'max_uses'],
  ['an end before the beginning', { starts_at: '2030-02-01T00:00:00Z', expires_at: '2030-01-01T00:00:00Z' }, 'expires_at'],
  ['a kind that does not exist', { template_id: 999_999 }, 'template_id'],
])('a batch with %s is refused at its field', async (_, values, field) => {
  const { id } = await desk.template()
  const batch = { ...dated, template_id: id, count: 1, max_uses: 1, ...values }
  const answer = await desk.admin.call('POST', '/admin/vipcard/batches', batch)
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
})

test('ten thousand codes are made at once, as fast as a thousand at a time, all different, and exported', async () => {
  const { id } = await desk.template()
  const timed = async (count: number): Promise<[Awaited<ReturnType<CardDesk['batch']>>, number]> => {
    const from = performance.now()
    return [await desk.batch(id, { count, name: 'Big' }), performance.now() - from]
  }
  let byTheThousand = 0
  for (let n = 0; n < 10; n++) byTheThousand += (await timed(1000))[1]
  const [batch, atOnce] = await timed(10_000)
  expect(atOnce).toBeLessThan(2 * byTheThousand)
  // Nor one by one: that would take a statement each.
  const alone = [await timed(1), await timed(1), await timed(1)].map(([, ms]) => ms)
  expect(atOnce).toBeLessThan(100 * Math.min(...alone))
  const file = (await desk.admin.call('GET', `/admin/vipcard/batches/${batch.id}/export`)).body
  const codes = lines(file.csv)
    .slice(1)
    .map((line) => line.split(',')[0])
  expect([codes.length, new Set(codes).size]).toEqual([10_000, 10_000])
  expect((await desk.admin.call('GET', '/admin/vipcard/codes', { batch_id: batch.id, page: 500 })).body).toMatchObject({ total: 10_000 })
})

test('an export has only the unused codes unless all are requested, and no formula', async () => {
  const template = await desk.template({ name: '=HYPERLINK("http://example.com")' })
  const batch = await desk.batch(template.id, { count: 3, name: 'Spring, 2030' })
  const codes = await desk.codes(batch.id)
  await desk.redeem(await desk.member(), codes[0]!.code)
  await desk.admin.call('PATCH', `/admin/vipcard/codes/${codes[1]!.id}`, { enabled: false })
  const file = async (query: Record<string, unknown>) =>
    lines((await desk.admin.call('GET', `/admin/vipcard/batches/${batch.id}/export`, query)).body.csv)
  const [head, ...unused] = await file({})
  expect(head).toBe('code,name,batch,status,used,max_uses,starts_at,expires_at')
  expect(unused).toEqual([`${codes[2]!.code},"'=HYPERLINK(""http://example.com"")","Spring, 2030",unused,0,1,,`])
  const all = (await file({ scope: 'all' })).slice(1)
  const rows = await audited(t, 'redeem_batch', batch.id)
  expect(rows.at(-1)).toMatchObject({ action: 'redeem_batch.export', actorId: desk.admin.id, after: { exported: 3, status: 'all' } })
  expect(all.map((line) => line.includes(',used,') || line.includes(',disabled,'))).toEqual([false, true, true])
})

test('codes are found by kind, batch, status and prefix, with their current status', async () => {
  const { admin } = desk
  const { batch, codes } = await desk.cards({ max_per_member: 9 }, { count: 4, max_uses: 2 })
  const [first, second] = [await desk.member(), await desk.member()]
  await desk.redeem(first, codes[0]!.code)
  await desk.redeem(first, codes[1]!.code)
  await desk.redeem(second, codes[1]!.code)
  await admin.call('PATCH', `/admin/vipcard/codes/${codes[2]!.id}`, { enabled: false })
  const found = async (query: Record<string, unknown>): Promise<number[]> =>
    (await admin.call('GET', '/admin/vipcard/codes', { batch_id: batch.id, ...query })).body.items.map(({ id }: { id: number }) => id)
  const ids = (...which: number[]): number[] => which.map((i) => codes[i]!.id)
  expect(await found({ status: 'partly_used' })).toEqual(ids(0))
  expect(await found({ status: 'used' })).toEqual(ids(1))
  expect(await found({ status: 'disabled' })).toEqual(ids(2))
  expect(await found({ status: 'unused' })).toEqual(ids(3))
  expect(await found({ template_id: batch.template_id })).toHaveLength(4)
  expect(await found({ template_id: 999_999 })).toEqual([])
  expect(await found({ q: codes[3]!.code.toLowerCase().slice(0, 13) })).toEqual(ids(3))
  expect(await found({ q: '%' })).toEqual([])

  // Nobody marks what has run out: it is so from that moment on.
  await desk.changeBatch(batch, { expires_at: new Date(t.app.now().getTime() - 1000).toISOString() })
  expect(await found({ status: 'expired' })).toEqual(ids(3, 0).toSorted((a, b) => b - a))
  expect(await found({ status: 'used' })).toEqual(ids(1))
  await desk.changeBatch(batch, { enabled: false })
  expect(await found({ status: 'disabled' })).toHaveLength(3)
})

test('a disabled code can be enabled again, and the audit log has both changes, but not the code', async () => {
  const { code, codes } = await desk.cards()
  const set = (enabled: boolean) => desk.admin.call('PATCH', `/admin/vipcard/codes/${codes[0]!.id}`, { enabled })
  const [off] = await atOnce(() => set(false))
  expect(off!.body).toMatchObject({ status: 'disabled', enabled: false })
  expect((await desk.redeem(await desk.member(), code)).status).toBe(422)
  expect((await set(true)).body).toMatchObject({ status: 'unused', enabled: true })
  expect((await desk.redeem(await desk.member(), code)).status).toBe(200)
  const rows = await audited(t, 'redeem_code', codes[0]!.id)
  expect(rows).toMatchObject([
    { action: 'redeem_code.update', before: { disabledAt: null }, after: { disabledAt: expect.any(String) } },
    { action: 'redeem_code.update', before: { disabledAt: expect.any(String) }, after: { disabledAt: null } },
  ])
  expect(JSON.stringify(rows)).not.toContain(code.slice(0, 5))
})

test('redemptions are listed by member, code and batch, with what they gave', async () => {
  const { admin } = desk
  const member = await desk.member()
  const { batch, code } = await desk.cards({ value: 250 })
  await desk.redeem(member, code)
  const found = async (query: Record<string, unknown>) => (await admin.call('GET', '/admin/vipcard/uses', query)).body
  expect(await found({ batch_id: batch.id })).toMatchObject({
    total: 1,
    items: [{ code, email: member.email, account_id: member.id, kind: 'balance', value: 250, batch_name: 'Batch' }],
  })
  expect((await found({ batch_id: batch.id, q: member.email })).total).toBe(1)
  expect((await found({ batch_id: batch.id, q: code })).total).toBe(1)
  expect((await found({ batch_id: batch.id, q: 'nobody@example.com' })).total).toBe(0)
  const { items } = (await admin.call('GET', '/admin/vipcard/batches', { template_id: batch.template_id })).body
  expect(items).toMatchObject([{ id: batch.id, uses: 1, count: 1 }])
})
