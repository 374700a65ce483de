import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'

import { forFile, startApp } from '../../test/harness.ts'
import { openInvoiceDesk } from '../../test/invoice-desk.ts'
import { issueInvoices } from './issue-invoices.ts'

let clock = new Date('2031-12-31T12:00:00Z')
const t = await forFile(startApp({ now: () => clock }))
const desk = await openInvoiceDesk(t)

const issue = () => issueInvoices(t.database, { now: t.app.now(), settings: t.app.settings() })
const issueAtOnce = async () => (await Promise.allSettled(Array.from({ length: 4 }, issue))).map(({ status }) => status)
async function numbers(kind: string): Promise<number[]> {
  const { rows } = await t.asOwner(`select number from invoices where kind = '${kind}' order by id`)
  return rows.map(({ number }) => number)
}
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)
const sorted = (given: number[]): number[] => given.toSorted((a, b) => a - b)

test('many paid at once and issued by several processes get as many numbers, and those that fail leave no gap', async () => {
  const plan = await t.plan()
  const orders = await atOnce(() => desk.shop.order(plan))
  await Promise.all(orders.map(({ tradeNo }) => desk.pay(tradeNo)))
  // Every other document fails after its number was counted.
  await t.asOwner(`
    create function refuse_odd() returns trigger language plpgsql as $$ begin
      if new.order_id % 2 = 1 then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_odd after insert on invoices for each row execute function refuse_odd();`)
  expect(new Set(await issueAtOnce())).toContain('rejected')
  expect(sorted(await numbers('invoice'))).toEqual(upTo(RACES / 2))
  await t.asOwner('drop trigger refuse_odd on invoices')
  expect(new Set(await issueAtOnce())).toEqual(new Set(['fulfilled']))
  expect(await numbers('invoice')).toEqual(upTo(RACES))
  const { rows } = await t.asOwner('select count(distinct order_id)::int as orders, max(no) as last from invoices')
  expect(rows[0]).toEqual({ orders: RACES, last: `INV-2031-${String(RACES).padStart(6, '0')}` })

  await t.runJobs()
  const returned = orders.slice(0, RACES / 2)
  await Promise.all([400, 600].flatMap((amount) => returned.map(({ tradeNo }) => desk.refund(tradeNo, { amount }))))
  await t.asOwner('create trigger refuse_odd after insert on invoices for each row execute function refuse_odd()')
  await issueAtOnce()
  const given = await numbers('credit_note')
  expect([sorted(given), given.length < RACES]).toEqual([upTo(given.length), true])
  await t.asOwner('drop trigger refuse_odd on invoices')
  await issueAtOnce()
  expect(await numbers('credit_note')).toEqual(upTo(RACES))
  expect(await numbers('invoice')).toEqual(upTo(RACES))
  // Whatever was rounded, an order that is refunded in full leaves no tax.
  const { rows: left } = await t.asOwner(`
    select order_id from invoices group by order_id
    having count(*) > 1 and sum(case kind when 'invoice' then tax_amount else -tax_amount end) <> 0`)
  expect(left).toEqual([])
})

test('an invoice that fails makes its credit note wait, and no other document', async () => {
  const first = await desk.shop.order()
  await desk.pay(first.tradeNo)
  await t.asOwner(`
    create or replace function refuse_odd() returns trigger language plpgsql as $$ begin
      if new.content->'order'->>'tradeNo' = '${first.tradeNo}' and new.kind = 'invoice' then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_odd after insert on invoices for each row execute function refuse_odd();`)
  await t.runJobs()
  expect((await desk.refund(first.tradeNo, { amount: 1000 })).status).toBe(200)
  const second = await desk.bought()
  await expect(issue()).rejects.toThrow('Failed query')
  expect(await desk.of(first.tradeNo)).toEqual([])
  expect(await desk.of(second.tradeNo)).toHaveLength(1)
  await t.asOwner('drop trigger refuse_odd on invoices')
  expect(await issue()).toBe(2)
  expect((await desk.of(first.tradeNo)).map(({ kind }: { kind: string }) => kind)).toEqual(['credit_note', 'invoice'])
  expect(await numbers('invoice')).toEqual(upTo(RACES + 2))
})

test('with the year a new series begins; an issued document never changes', async () => {
  clock = new Date('2032-01-01T12:00:00Z')
  const { tradeNo } = await desk.bought()
  expect((await desk.of(tradeNo))[0].no).toBe('INV-2032-000001')
  for (const change of ['update invoices set total_amount = 1', 'delete from invoices', 'truncate invoices']) {
    await expect(t.asOwner(change)).rejects.toThrow('append-only')
  }
})
