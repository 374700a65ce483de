import { toDecimal } from '@portico/contract/money'
import { expect, test } from 'vitest'
import { banks } from '../../../test/statement-corpus/banks.ts'
import { doubts as inDoubt } from '../../../test/statement-corpus/doubts.ts'
import { gateways } from '../../../test/statement-corpus/gateways.ts'
import { plain } from '../../../test/statement-corpus/plain.ts'
import { encodeText, type StatementFile } from '../../../test/statement-corpus/statement-file.ts'
import { wallets } from '../../../test/statement-corpus/wallets.ts'
import type { ReadRow } from './read-row.ts'
import { readStatement } from './read-statement.ts'

const read = (bytes: Buffer, { currency = 'CNY' }: { currency?: string } = {}, choices = {}) =>
  readStatement(bytes, choices, { currency, zone: 'Asia/Shanghai' })
const bytesOf = ({ text, encoding, mark }: StatementFile) => encodeText(text, encoding, mark)

const moneyOf = ({ amount, currency }: { amount: number; currency: string }) => `${toDecimal(amount, currency)} ${currency}`
function sumOf(rows: ({ amount: number; currency: string } | null)[]): string[] {
  const sums = new Map<string, number>()
  for (const row of rows) if (row) sums.set(row.currency, (sums.get(row.currency) ?? 0) + row.amount)
  return [...sums].map(([currency, amount]) => moneyOf({ amount, currency }))
}
const problems = (rows: ReadRow[], state: ReadRow['state']) =>
  Object.fromEntries(rows.filter((row) => row.state === state).map(({ line, problem }) => [line, problem]))
const instant = (payment: string): string => payment.replace(/ (\S+)/, (_, time: string) => ` ${new Date(time).toISOString()}`)

test.each([...wallets, ...gateways, ...banks, ...plain, ...inDoubt])('$name', (file) => {
  const first = read(bytesOf(file), file)
  expect(first.questions.map(({ about }) => about)).toEqual(file.asks ?? [])
  const { rows, questions, reading } = read(bytesOf(file), file, file.chooses)
  expect(questions).toEqual([])
  expect(reading.encoding).toBe(file.encoding ?? 'utf-8')
  const payments = rows.flatMap(({ line, payment }) => (payment ? [{ line, ...payment }] : []))
  const written = payments.map((each) => {
    const reference = /^#[0-9a-f]{16}$/.test(each.reference) ? '#' : each.reference
    return `${each.line} ${each.occurredAt.toISOString()} ${moneyOf(each)} ${reference}`
  })
  expect(written).toEqual(file.payments.map(instant))
  for (const [line, text] of Object.entries(file.texts ?? {}))
    expect(payments.find((each) => each.line === Number(line))?.attemptNo).toContain(text)
  const doubts = payments.flatMap(({ line, doubt }) => (doubt === null ? [] : [[line, doubt] as const]))
  expect(doubts.map(([line]) => String(line))).toEqual(Object.keys(file.doubts ?? {}))
  for (const [line, doubt] of doubts) expect(doubt.startsWith(file.doubts?.[line] ?? '-')).toBe(true)
  expect(problems(rows, 'skipped')).toEqual(file.skipped ?? {})
  expect(problems(rows, 'refused')).toEqual(file.refused ?? {})
  expect(sumOf(rows.map(({ out }) => out))).toEqual(file.went ?? [])
})
