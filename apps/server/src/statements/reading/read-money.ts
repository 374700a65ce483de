import { Currency, minorDigits } from '@portico/contract/money'
import type { DecimalSign } from '@portico/contract/statements-imports-admin'

const IN = 'in incoming income credit cr c crdt deposit dslip h + 收入 收 入 入账 进账 转入 存入 已收入 贷 贷方'.split(' ')
const OUT = 'out outgoing expense debit dr d dbit withdrawal check s - 支出 支 出 出账 转出 支取 已支出 借 借方'.split(' ')
/** Words for lines that do not change the balance. */
const NEITHER = ['', '/', 'neutral', '其他', '不计收支']

/** Which way the money of a line went. `neither`: it does not change the balance; null: unclear. */
export function readDirection(text: string): 'in' | 'out' | 'neither' | null {
  const word = text.normalize('NFKC').toLowerCase()
  if (IN.includes(word)) return 'in'
  if (NEITHER.includes(word)) return 'neither'
  return OUT.includes(word) ? 'out' : null
}

const DIGITS: Record<DecimalSign, string> = {
  point: String.raw`\d{1,13}(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\.\d+`,
  comma: String.raw`\d{1,13}(?:,\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|,\d+`,
}
const money = (digits: string): RegExp =>
  new RegExp(String.raw`^([+-]?)([A-Z]{3}|[A-Z]{0,2}[¥$€£])?([+-]?)(${digits})([+-]?)([A-Z]{3}|[¥$€£])?(CR|DR|DB|C|D)?$`)
const MONEY: Record<DecimalSign, RegExp> = { point: money(DIGITS.point), comma: money(DIGITS.comma) }
const NONE = /^[-/]*$/

/** Decimal sign of an amount; null: it has none, or is no amount. */
export function decimalOf(text: string): DecimalSign | 'either' | null {
  const digits = /\d[\d.,]*|[.,]\d+/.exec(plainAmount(text))?.[0].replace(/[.,]$/, '') ?? ''
  const signs = digits.match(/[.,]/g) ?? []
  const last = signs.at(-1)
  if (last === undefined) return null
  const [own, other] = last === '.' ? (['point', 'comma'] as const) : (['comma', 'point'] as const)
  if (signs.some((sign) => sign !== last)) return own
  if (signs.length > 1) return other
  // 1,234 may be either. 0,234 and 1234,567 are no thousands.
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? 'either' : own
}

export type Money = { amount: number; currency: string }

/**
 * '1,234.50', '¥10', '10,00', '-3.00', '3.00-', '(3.00)', '3.00 DR' in minor units, negative for money that went out; `none`: no amount
 * given. `named`: the currency column's text, or ''; a currency beside the amount must not contradict it.
 */
export function readMoney(
  text: string,
  { named, usual, decimal }: { named: string; usual: string; decimal: DecimalSign },
): Money | 'none' | 'amount' | 'currency' {
  const plain = plainAmount(text)
  if (NONE.test(plain)) return 'none'
  const inBrackets = /^\((.*)\)$/.exec(plain)
  const match = MONEY[decimal].exec(inBrackets?.[1] ?? plain)
  if (!match) return 'amount'
  const [, before, left, between, digits = '', after, right, mark = ''] = match
  const signs = [before, between, after].filter(Boolean)
  if (signs.length > 1) return 'amount'
  const currency = currencyOf([left, right], currencyNamed(named), usual)
  if (currency === null) return 'currency'
  const amount = minorUnits(decimal === 'point' ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.'), currency)
  if (amount === null) return 'amount'
  const went = signs[0] === '-' || inBrackets !== null || mark.startsWith('D')
  return { amount: went ? -amount : amount, currency }
}

function plainAmount(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(/[\u2212\u2013]/g, '-')
      // Thousands may be set apart by a space or an apostrophe.
      .replace(/(?<=\d)[\s'\u2019](?=\d{3}(?!\d))|(?<!\d)\s|\s(?!\d)/g, '')
      .toUpperCase()
      .replace(/元$|RMB$/, 'CNY')
      .replace(/^RMB/, 'CNY')
  )
}

const NAMES: Record<string, string> = {
  RMB: 'CNY',
  CNH: 'CNY',
  人民币: 'CNY',
  人民币元: 'CNY',
  元: 'CNY',
  美元: 'USD',
  港币: 'HKD',
  港元: 'HKD',
  欧元: 'EUR',
  英镑: 'GBP',
  日元: 'JPY',
}

function currencyNamed(text: string): string {
  const name = text.normalize('NFKC').trim().toUpperCase()
  return NAMES[name] ?? name
}

/** Three letters beside an amount can be another word, such as OUT. */
const CODES = new Set(Intl.supportedValuesOf('currency'))
/** The currencies a sign can stand for. */
const SIGNS: Record<string, RegExp> = { '¥': /^(CNY|JPY)$/, '€': /^EUR$/, '£': /^GBP$/, $: /D$/, US$: /^USD$/, HK$: /^HKD$/ }

function currencyOf(beside: (string | undefined)[], named: string, usual: string): string | null {
  const codes = [named, ...beside.filter((each) => each && !SIGNS[each])].filter(Boolean)
  const currency = codes[0] ?? usual
  const fits = beside.every((each) => !each || (SIGNS[each]?.test(currency) ?? (each === currency && CODES.has(each))))
  return fits && Currency.safeParse(currency).success ? currency : null
}

/** An amount in minor units; null: more decimals than the currency has, or too large. `digits`: with a point, if any. */
function minorUnits(digits: string, currency: string): number | null {
  const places = minorDigits(currency)
  const [whole = '', decimals = ''] = digits.split('.')
  const fraction = decimals.replace(/0+$/, '')
  if (fraction.length > places) return null
  const amount = Number(`${whole}${fraction.padEnd(places, '0')}`)
  return Number.isSafeInteger(amount) ? amount : null
}
