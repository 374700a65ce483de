import { expect, test } from 'vitest'
import { judgePayment } from './receive-payment.ts'

const attempt = { payAmount: 1000, payCurrency: 'CNY' }
const pending = { status: 'pending' } as const

test.each([
  ['the right amount', 1000, 'CNY', 'CNY', 'settled'],
  ['as much too little as is accepted', 990, 'CNY', 'CNY', 'settled'],
  ['less than that', 989, 'CNY', 'CNY', 'underpaid'],
  ['a method that has changed its currency accepts no shortfall in the old one', 999, 'CNY', 'JPY', 'underpaid'],
  ['the right number in another currency', 1000, 'JPY', 'CNY', 'underpaid'],
  ['too much', 1001, 'CNY', 'CNY', 'overpaid'],
] as const)('%s', (_, amount, currency, ofMethod, outcome) => {
  expect(judgePayment({ amount, currency }, attempt, pending, { currency: ofMethod, underpaidTolerance: 10 })).toBe(outcome)
})

test('nothing is never the price, however much too little is accepted; and what comes too late goes to the balance', () => {
  const method = { currency: 'CNY', underpaidTolerance: 5000 }
  expect(judgePayment({ amount: 0, currency: 'CNY' }, attempt, pending, method)).toBe('underpaid')
  expect(judgePayment({ amount: 1, currency: 'CNY' }, attempt, pending, method)).toBe('settled')
  expect(judgePayment({ amount: 1000, currency: 'CNY' }, attempt, { status: 'expired' }, method)).toBe('credited')
})
