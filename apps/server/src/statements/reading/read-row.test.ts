import { expect, test } from 'vitest'
import { readRow } from './read-row.ts'

const HEADINGS = ['Date', 'In', 'Out', 'Gross', 'Currency', 'Status', 'Refunded', 'Fee', 'Number', 'Text', 'Memo', 'Way']
const [date, money_in, money_out, amount, currency, status, refunded, fee, reference, text, memo, direction] = HEADINGS.keys()
const columns = {
  date,
  time: null,
  zone: null,
  money_in,
  money_out,
  amount,
  currency,
  direction: null,
  status,
  refunded,
  fee,
  reference,
  texts: [text, memo],
}
const reading = { encoding: 'utf-8', separator: 'comma', decimal: 'point', date_order: 'day_first', heading_line: 1 } as const

type Cells = Partial<Record<(typeof HEADINGS)[number], string>>
type Given = { rename?: Record<string, string>; columns?: object; text?: string; until?: number }
/** A line with these cells; `rename`: other headings, `until`: how many cells the line has. */
function read(cells: Cells, { rename = {}, columns: others = {}, text: whole, until }: Given = {}) {
  const all = HEADINGS.map((name) => ({ Date: '2026-11-20 09:00:00', Status: 'Paid', ...cells })[name] ?? '').slice(0, until)
  const row = { line: 2, cells: all, text: whole ?? all.join(','), broken: false }
  const how = {
    reading: { ...reading, columns: { ...columns, ...others } as never },
    headings: HEADINGS.map((name) => rename[name] ?? name),
  }
  return readRow(row, { ...how, currency: 'CNY', zone: 'Asia/Shanghai' })
}
const LONG = 'x '.repeat(248)

test.each<[string, Cells, object]>([
  ['an amount', { Gross: '20.00' }, { amount: 2000, currency: 'CNY', doubt: null, feeAmount: null, attemptNo: null }],
  ['what came in and what went out: what is left', { In: '20.00', Out: '-3.00' }, { amount: 1700 }],
  ['a part that went back', { Gross: '20.00', Refunded: '-4.00' }, { amount: 1600, doubt: '-4.00' }],
  ['… in another currency', { Gross: '20.00', Refunded: 'USD4.00', Currency: '' }, { amount: 2000, doubt: 'USD4.00' }],
  ['… all of it', { Gross: '20.00', Refunded: '20.00' }, { amount: 2000, doubt: '20.00' }],
  ['a part that the state names', { Gross: '20.00', Status: '已退款(￥12.34)' }, { amount: 766, doubt: '已退款(¥12.34)' }],
  ['a state that names no amount', { Gross: '20.00', Status: 'Refunded 1.2.3' }, { amount: 2000, doubt: 'Refunded 1.2.3' }],
  ['a state known as good, wherever it is listed', { Gross: '20.00', Status: '已到账' }, { doubt: null }],
  ['a state that only speaks of another', { Gross: '20.00', Status: 'Was pending' }, { doubt: 'Was pending' }],
  ['another state with a number', { Gross: '20.00', Status: 'Step 5' }, { amount: 2000, doubt: 'Step 5' }],
  ['a state and a refund', { Gross: '20.00', Status: 'Refunded', Refunded: '4.00' }, { amount: 1600, doubt: 'Refunded, 4.00' }],
  ['no state where there should be one', { Gross: '20.00', Status: '' }, { doubt: '–' }],
  ['a long state', { Gross: '20.00', Status: 'x'.repeat(101) }, { doubt: 'x'.repeat(100) }],
  ['a fee, as some write it', { Gross: '20.00', Fee: '-0.50' }, { amount: 2000, feeAmount: 50 }],
  ['a fee of nothing', { Gross: '20.00', Fee: '0.00' }, { feeAmount: null }],
  ['a fee that is no amount', { Gross: '20.00', Fee: 'free' }, { feeAmount: null }],
  ['a long number', { Gross: '20.00', Number: '7'.repeat(201) }, { reference: '7'.repeat(200) }],
  ['two texts', { Gross: '20.00', Text: 'for', Memo: 'Ｎ1' }, { attemptNo: 'for N1' }],
  ['one text', { Gross: '20.00', Memo: 'N1' }, { attemptNo: 'N1' }],
  ['a text as long as may be', { Gross: '20.00', Text: `${LONG}ABCD` }, { attemptNo: `${LONG}ABCD` }],
  ['a longer one is not cut inside a word', { Gross: '20.00', Text: `${LONG}ABCDE more` }, { attemptNo: LONG }],
])('reads as a payment: %s', (_, cells, expected) => {
  expect(read(cells)).toMatchObject({ state: 'waiting', problem: null, payment: expected })
})

test.each<[string, Cells, string, object]>([
  ['a comment', { Date: '# 2026-11-20', Gross: '20.00' }, 'not_a_payment', {}],
  ['a rule', { Date: '---', Gross: '20.00' }, 'not_a_payment', {}],
  ['a sum, wherever it stands', { Date: '', Out: '合计', Gross: '20.00' }, 'not_a_payment', {}],
  ['a count', { Date: '', Out: '共3笔', Gross: '20.00' }, 'not_a_payment', {}],
  ['a subtotal', { Date: '', Out: 'Subtotal', Gross: '20.00' }, 'not_a_payment', {}],
  ['no date and no digit', { Date: '', Gross: '—' }, 'not_a_payment', {}],
  ['a balance that names no direction', { Gross: '20.00', Way: '?', Text: 'Opening balance' }, 'not_a_payment', {}],
  ['… in Chinese', { Gross: '20.00', Way: '?', Text: '期初余额' }, 'not_a_payment', {}],
  ['a chargeback', { Gross: '-20.00', Text: 'Chargeback' }, 'refund', { returned: { amount: 2000 } }],
  ['as much out as in', { In: '20.00', Out: '20.00' }, 'no_amount', {}],
  [
    'a refund alone',
    { Refunded: '4.00', Number: '7', Memo: 'N1' },
    'refund',
    { returned: { amount: 400, reference: '7', attemptNo: 'N1' } },
  ],
])('skips: %s', (_, cells, problem, rest) => {
  const others = cells['Way'] ? { direction } : {}
  expect(read(cells, { columns: others })).toMatchObject({ state: 'skipped', problem, payment: null, ...rest })
})

test.each<[string, Cells, string]>([
  ['text that only ends like a sum', { Date: 'in total', Gross: '20.00' }, 'date'],
  ['a payment for an opening balance', { Gross: 'x', Text: 'My opening balance' }, 'amount'],
  ['… or of one', { Gross: 'x', Text: 'Opening balance of May' }, 'amount'],
])('refuses: %s', (_, cells, problem) => {
  expect(read(cells)).toMatchObject({ state: 'refused', problem })
})

test('what a line says nothing about comes from the headings or the method', () => {
  expect(read({ Gross: '20.00' }, { rename: { Gross: 'Gross (USD)' } }).payment).toMatchObject({ currency: 'USD' })
  expect(read({ Gross: '20.00', Fee: '0.50' }, { rename: { Fee: 'Fee (USD)' } }).payment).toMatchObject({ amount: 2000, feeAmount: null })
  expect(read({ Gross: '20.00' }, { until: 4, columns: { status: null } }).payment).toMatchObject({
    currency: 'CNY',
    doubt: null,
    reference: '',
  })
  const at = (heading: string) =>
    read({ Gross: '20.00' }, { rename: { Date: heading } })
      .payment!.occurredAt.toISOString()
      .slice(11, 16)
  expect(['Date', 'Date (UTC)', 'Date (GMT)', 'Date (CET)'].map(at)).toEqual(['01:00', '09:00', '09:00', '01:00'])
  expect(read({ Date: '-5.00', Number: '2026-11-20' }, { columns: { date: reference, amount: date } })).toMatchObject({
    problem: 'outgoing',
  })
})

test('shows as much of a line as there is room for', () => {
  const shown = (length: number) => read({ Gross: '20.00' }, { text: 'x'.repeat(length) }).text
  expect([shown(300), shown(301)]).toEqual(['x'.repeat(300), `${'x'.repeat(299)}…`])
})
