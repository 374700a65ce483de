import type { StatementChoices } from '@portico/contract/statements-imports-admin'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { encodeText } from '../../test/statement-corpus/statement-file.ts'
import { openStatementDesk } from '../../test/statement-desk.ts'
import type { Database } from '../db/client.ts'
import { dropOldImports, runImport } from './run-import.ts'

const t = await forFile(startApp())
const shop = await openShop(t)
const desk = openStatementDesk(t, shop)

const today = (): string => t.app.now().toISOString()
const csvOf = (...rows: string[]): string => ['Date,Amount,Transaction ID,Memo', ...rows].join('\n')
const one = async (id: number) => (await shop.admin.call('GET', `/admin/statement-imports/${id}`)).body
const choose = (id: number, choices: StatementChoices) => shop.admin.call('PATCH', `/admin/statement-imports/${id}`, choices)
const cancel = (id: number) => shop.admin.call('POST', `/admin/statement-imports/${id}/cancellation`)

/** An import that names so many waiting orders. */
async function prepared(method: { id: number }, count: number): Promise<number> {
  const orders = await Promise.all(Array.from({ length: count }, () => desk.waiting(method)))
  return (await desk.prepare(method, csvOf(...orders.map(({ tradeNo }, i) => `${today()},10.00,NO${i},${tradeNo}`)))).body.id
}

/** A database whose process ends after the transaction that booked something. Transactions that book more than `most` payments fail. */
function dying(method: { id: number }, { most }: { most: number } = { most: Infinity }): Database {
  let isDead = false
  const count = sql`select count(*)::int as count from payment_receipts where method_id = ${method.id}`
  return {
    ...t.database,
    async transaction(work) {
      if (isDead) throw new Error('killed')
      const result = await t.database.transaction(async (tx) => {
        const made = await work(tx)
        const { rows } = await tx.execute<{ count: number }>(count)
        if (rows[0]!.count > most) throw new Error('something is in the way')
        return made
      })
      const { rows } = await t.database.db.execute<{ count: number }>(count)
      isDead = rows[0]!.count > 0
      if (isDead) throw new Error('killed')
      return result
    },
  }
}

describe('money row 5: how a statement is read', () => {
  test('12,50 between semicolons is 12.50; nothing is booked before an operator has seen the totals', async () => {
    const method = await desk.bank()
    const order = await desk.waiting(method, 1250)
    const file = `Date;Amount;Transaction ID;Memo\n2026-11-22;12,50;X1;${order.tradeNo}\n2026-11-20;-3,00;X2;\n`
    const { body } = await desk.prepare(method, file)
    expect(body).toMatchObject({
      state: 'prepared',
      payments: 1,
      questions: [],
      missing: [],
      first_day: '2026-11-22',
      last_day: '2026-11-22',
      sums_in: [{ currency: 'CNY', amount: 1250 }],
      sums_out: [{ currency: 'CNY', amount: 300 }],
      reading: { encoding: 'utf-8', separator: 'semicolon', decimal: 'comma', heading_line: 1 },
    })
    await t.runJobs()
    expect([await order.status(), await desk.lines(method)]).toEqual(['pending', []])
    await desk.start(body.id)
    expect((await desk.settled(body.id)).counts).toMatchObject({ booked: 1, skipped: 1 })
    expect(await desk.books(method)).toEqual([1250, 0])
  })

  test('an ambiguous date or amount must be chosen before the import can start', async () => {
    const method = await desk.bank()
    const { body } = await desk.prepare(method, csvOf('03/04/2026,"1,234",D1,'))
    expect(body.questions).toEqual([
      { about: 'decimal', example: '1,234' },
      { about: 'date_order', example: '03/04/2026' },
    ])
    expect((await desk.start(body.id)).body.code).toBe('statement.question')
    expect((await choose(body.id, { decimal: 'point' })).body.questions).toHaveLength(1)
    const chosen = await choose(body.id, { date_order: 'month_first' })
    expect(chosen.body).toMatchObject({ questions: [], first_day: '2026-03-04', sums_in: [{ currency: 'CNY', amount: 123_400 }] })
    expect((await desk.start(body.id)).status).toBe(200)
    await desk.settled(body.id)
    expect((await choose(body.id, { date_order: 'day_first' })).body.code).toBe('statement.wrong_status')
    expect(await desk.lines(method)).toMatchObject([{ amount: 123_400 }])
  })

  test('columns that are not found are chosen by the operator', async () => {
    const method = await desk.bank()
    const { body } = await desk.prepare(method, 'Wann;Wieviel;Was\n2026-11-22;12,50;Hallo\n')
    expect(body).toMatchObject({ missing: ['date', 'amount'], payments: 0, headings: ['Wann', 'Wieviel', 'Was'] })
    expect((await desk.start(body.id)).body.code).toBe('statement.unreadable')
    const columns = { ...body.reading.columns, date: 0, amount: 1, texts: [2] }
    expect((await choose(body.id, { columns })).body).toMatchObject({ missing: [], payments: 1, sums_in: [{ amount: 1250 }] })
    expect((await choose(body.id, { separator: 'comma' })).body).toMatchObject({ missing: ['date', 'amount'] })
  })
})

describe('money row 13: files as gateways and banks give them', () => {
  test('GBK with a preamble and a footer is read; each bad line is reported with its number, text and reason; good ones go on', async () => {
    const method = await desk.bank()
    const order = await desk.waiting(method)
    const lines = [
      '支付宝交易记录明细查询',
      '账号:[shop@example.com]',
      '交易时间,商品说明,收/支,金额（元）,交易状态,交易订单号',
      `2026-11-22 10:00:00,订单 ${order.tradeNo},收入,10.00,交易成功,G1`,
      '2026-11-22 10:01:00,水费,支出,10.00,交易成功,G2',
      '2026-11-22 10:02:00,套餐,收入,十元,交易成功,G3',
      '2026-11-22 10:03:00,套餐,收入,8.00,交易成功,G4',
      '------------',
      '共4笔记录',
    ]
    const answer = await desk.importFile(method, encodeText(lines.join('\r\n'), 'gb18030'))
    expect(answer.body).toMatchObject({ state: 'done', progress: 100, reading: { encoding: 'gb18030', heading_line: 3 } })
    expect(answer.body.counts).toMatchObject({ booked: 1, open: 1, skipped: 3, refused: 1 })
    const refused = { line: 6, problem: 'amount', text: '2026-11-22 10:02:00,套餐,收入,十元,交易成功,G3' }
    expect(await desk.rows(answer.body.id, { state: 'refused' })).toMatchObject([refused])
    const states = (await desk.rows(answer.body.id)).map((row: { state: string }) => row.state)
    expect(states).toEqual(['booked', 'skipped', 'refused', 'open', 'skipped', 'skipped'])
  })

  test('what is no text is refused with the reason; a number that was imported with another amount is refused', async () => {
    const method = await desk.bank()
    expect((await desk.prepare(method, Buffer.from('PK\x03\x04 a spreadsheet'))).body.code).toBe('statement.not_text')
    expect((await desk.prepare({ id: 999_999 }, csvOf())).status).toBe(422)
    expect((await desk.importFile(method, csvOf('no payments in it'))).body.code).toBe('statement.unreadable')
    const tooLong = `Date,Amount\n${'2026-11-22,1.00\n'.repeat(20_001)}`
    expect((await desk.prepare(method, tooLong)).body.code).toBe('statement.too_long')
    await desk.importFile(method, csvOf(`${today()},10.00,SAME,`))
    const { body } = await desk.importFile(method, csvOf(`${today()},11.00,SAME,`, `${today()},12.00,OTHER,`))
    expect(body.counts).toMatchObject({ refused: 1, open: 1 })
    expect(await desk.rows(body.id, { state: 'refused' })).toMatchObject([{ problem: 'number_reused' }])
  })

  test('a file without numbers of its own books nothing twice, also when it is imported many times at once', async () => {
    const method = await desk.bank()
    const order = await desk.waiting(method)
    const file = `Date,Amount,Memo\n${today()},10.00,${order.tradeNo}\n${today()},5.00,alike\n${today()},5.00,alike\n`
    const answers = await atOnce(() => desk.importFile(method, file))
    const total = (state: string): number => answers.reduce((sum, { body }) => sum + body.counts[state], 0)
    expect([total('booked'), total('open'), total('repeated')]).toEqual([1, 2, 3 * RACES - 3])
    expect([(await desk.lines(method)).length, await desk.books(method, order.member)]).toEqual([3, [1000, 0]])
    const again = await desk.prepare(method, file)
    expect(again.body.imported_before).toEqual(expect.any(String))
  })

  test('started many times at once, an import runs once', async () => {
    const method = await desk.bank()
    const order = await desk.waiting(method)
    const { id } = (await desk.prepare(method, csvOf(`${today()},10.00,ONCE,${order.tradeNo}`))).body
    await atOnce(() => desk.start(id))
    await atOnce(() => runImport(t.database, id, t.app.now))
    expect([(await desk.settled(id)).counts.booked, await desk.books(method, order.member)]).toEqual([1, [1000, 0]])
  })

  test('an import that was cut off goes on where it was; a cancelled one books nothing until it is started again', async () => {
    const method = await desk.bank()
    const id = await prepared(method, 3)
    await desk.start(id)
    await cancel(id)
    expect(await one(id)).toMatchObject({ state: 'cancelled', finished_at: expect.any(String), counts: { waiting: 3 } })
    await t.runJobs()
    expect([await desk.lines(method), await desk.books(method)]).toEqual([[], [0, 0]])

    await desk.start(id)
    await expect(runImport(dying(method), id, t.app.now)).rejects.toThrow('killed')
    expect([(await one(id)).state, await desk.books(method)]).toEqual(['running', [3000, 0]])
    expect((await one(id)).progress).toBeGreaterThan(0)
    await t.runJobs()
    expect(await one(id)).toMatchObject({ state: 'done', counts: { booked: 3, waiting: 0 } })
    expect(await desk.books(method)).toEqual([3000, 0])
  })

  test('also if it was cut off between two payments, which are booked one by one if something is in the way', async () => {
    const method = await desk.bank()
    const id = await prepared(method, 3)
    await desk.start(id)
    await expect(runImport(dying(method, { most: 1 }), id, t.app.now)).rejects.toThrow('killed')
    expect([(await one(id)).state, await desk.books(method)]).toEqual(['running', [1000, 0]])
    expect((await one(id)).counts).toMatchObject({ booked: 1 })
    await t.runJobs()
    expect(await one(id)).toMatchObject({ state: 'done', counts: { booked: 3, waiting: 0 } })
    expect(await desk.books(method)).toEqual([3000, 0])
  })

  test('cancelling an import while it runs leaves each payment either booked or not touched', async () => {
    const method = await desk.bank()
    const id = await prepared(method, 6)
    await desk.start(id)
    await Promise.all([t.runJobs(), cancel(id)])
    const { booked } = (await one(id)).counts
    expect((await desk.books(method))[0]).toBe(1000 * booked)
    await desk.start(id)
    expect((await desk.settled(id)).counts).toMatchObject({ booked: 6 })
    expect(await desk.books(method)).toEqual([6000, 0])
  })

  test('imports and their lines are listed, and deleted after ninety days; the payments stay', async () => {
    const method = await desk.bank()
    const { id } = (await desk.importFile(method, csvOf(`${today()},10.00,LISTED,`))).body
    const { items } = (await shop.admin.call('GET', '/admin/statement-imports')).body
    expect(items[0]).toMatchObject({ id, file_name: 'statement.csv', state: 'done', counts: { open: 1 } })
    expect((await shop.admin.call('GET', '/admin/statement-imports/999999/rows')).status).toBe(404)
    expect((await desk.start(999_999)).status).toBe(404)
    await dropOldImports(t.database.db, new Date(t.app.now().getTime() + 91 * 86_400_000))
    expect((await shop.admin.call('GET', `/admin/statement-imports/${id}`)).status).toBe(404)
    expect(await desk.lines(method)).toHaveLength(1)
  })
})

test('a line that names only an order with payments of different amounts suggests, and books nothing', async () => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  // The operator adds a fee; the member looks at the payment page again.
  await shop.admin.call('PATCH', `/admin/payment-methods/${method.id}`, { fee_fixed: 50 })
  await shop.checkout(order.member, order.tradeNo, method)
  expect(new Set((await shop.details(order.tradeNo)).attempts.map((each: { amount: number }) => each.amount)).size).toBe(2)
  for (const amount of ['10.00', '10.50'])
    expect(await desk.upload(method, { amount, number: order.tradeNo })).toMatchObject({ booked: 0, open: 1 })
  expect([await order.status(), await desk.books(method)]).toEqual(['pending', [0, 0]])
  const [line] = await desk.lines(method)
  expect(line?.suggestions).toMatchObject([{ trade_no: order.tradeNo, amount: 1000, effect: 'settled' }])
  // The number of one payment is clear.
  expect(await desk.upload(method, { number: order.attemptNo })).toMatchObject({ booked: 1 })
})

/** How many transactions booked the payments of a method. */
async function transactions({ id }: { id: number }): Promise<number> {
  const { rows } = await t.database.pool.query('select count(distinct xmin::text)::int as n from payment_receipts where method_id = $1', [
    id,
  ])
  return rows[0].n
}
const faults = async () => (await shop.admin.call('POST', '/admin/ledger/check')).body.fault_count

test('payments that no gateway reported are booked together, once in several imports at a time; a second line for an order waits', async () => {
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

test('payments that no gateway reported are booked one by one if that fails', async () => {
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
