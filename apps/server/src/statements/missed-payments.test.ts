import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { openStatementDesk } from '../../test/statement-desk.ts'

// Payments that no gateway reported, and that a statement names.

const t = await forFile(startApp())
const shop = await openShop(t)
const desk = openStatementDesk(t, shop)

/** How many transactions booked the payments of a method. */
async function transactions({ id }: { id: number }): Promise<number> {
  const { rows } = await t.database.pool.query('select count(distinct xmin::text)::int as n from payment_receipts where method_id = $1', [
    id,
  ])
  return rows[0].n
}
const faults = async () => (await shop.admin.call('POST', '/admin/ledger/check')).body.fault_count

test('are booked together, once in several imports at a time; a second line for an order waits', async () => {
  const method = await desk.bank()
  const orders = await atOnce(() => desk.waiting(method))
  const rows = orders.map(({ attemptNo }) => ({ number: attemptNo, ref: desk.nextRef() }))
  const again = { number: orders[3]!.attemptNo, ref: desk.nextRef() }
  expect(await desk.upload(method, ...rows, again)).toMatchObject({ booked: RACES, open: 1 })
  expect(await transactions(method)).toBe(1)
  const repeated = await Promise.all([1, 2, 3].map(() => desk.upload(method, ...rows, again)))
  for (const counts of repeated) expect(counts).toMatchObject({ repeated: RACES + 1 })
  await t.runJobs()
  for (const order of orders) expect(await order.status()).toBe('completed')
  expect(await desk.books(method, orders[3]!.member)).toEqual([RACES * 1000, 0])
  expect(await faults()).toBe(0)
})

test('are booked one by one if that fails', async () => {
  const method = await desk.bank()
  const orders = await atOnce(() => desk.waiting(method))
  // A sequence keeps counting when a transaction fails, so that only the first try does.
  await t.asOwner(`
    create sequence tries; grant usage on sequence tries to public;
    create function fail_once() returns trigger language plpgsql as $$
    begin if nextval('tries') = 5 then raise exception 'out of luck'; end if; return new; end $$;
    create trigger fail_once before insert on payment_receipts for each row execute function fail_once()`)
  try {
    const rows = orders.map(({ attemptNo }) => ({ number: attemptNo }))
    expect(await desk.upload(method, ...rows)).toMatchObject({ booked: RACES, open: 0 })
  } finally {
    await t.asOwner('drop trigger fail_once on payment_receipts; drop function fail_once; drop sequence tries')
  }
  expect(await transactions(method)).toBe(RACES)
  expect(await desk.books(method)).toEqual([RACES * 1000, 0])
  expect(await faults()).toBe(0)
})
