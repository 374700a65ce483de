import { Currency, minorDigits } from '@portico/contract/money'

/** Headings of a column that says whether money came in or went out. */
const DIRECTION_EN = ['direction', 'debit/credit', 'credit/debit', 'd/c', 'c/d', 'dr/cr', 'cr/dr', 'credit debit indicator']
const DIRECTION_ZH = ['收/支', '收支', '收支类型', '收支标志', '收付标志', '借/贷', '借贷', '借贷标志', '借贷方向', '资金流向']
export const directionHeadings = [...DIRECTION_EN, ...DIRECTION_ZH]
/** Headings of amounts that went out. */
const OUTGOING_EN = ['debit', 'debits', 'debit amount', 'withdrawal', 'withdrawals', 'money out', 'paid out']
const OUTGOING_ZH = ['支出', '支出金额', '借方金额', '借方发生额', '转出金额']
export const outgoingHeadings = [...OUTGOING_EN, ...OUTGOING_ZH]

const IN = [
  'in',
  'incoming',
  'income',
  'credit',
  'cr',
  'c',
  'crdt',
  'deposit',
  '+',
  '收入',
  '收',
  '入',
  '入账',
  '进账',
  '转入',
  '贷',
  '贷方',
]
const OUT = ['out', 'outgoing', 'expense', 'debit', 'dr', 'd', 'dbit', 'withdrawal', '-', '支出', '支', '出', '出账', '转出', '借', '借方']
/** Neither: such lines do not change the account's balance. */
const NEITHER = ['', '/', 'neutral', '其他', '不计收支']

/** `out` unless the text says that money came in; null: unclear. */
export function readDirection(text: string): 'in' | 'out' | null {
  const word = text.normalize('NFKC').toLowerCase()
  if (IN.includes(word)) return 'in'
  return OUT.includes(word) || NEITHER.includes(word) ? 'out' : null
}

const NUMBER = String.raw`\d{1,13}(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})*,\d{1,2}`
const MONEY = new RegExp(String.raw`^([+-]?)([A-Z]{3}|[¥$€£])?([+-]?)(${NUMBER})([+-]?)([A-Z]{3}|[¥$€£])?(CR|DR|DB|C|D)?$`)
const NONE = /^[-/]?$/

/**
 * '1,234.50', '¥10', '10,00', '-3.00', '3.00-', '(3.00)', '3.00 DR' in minor units, negative for money that went out; `none`: no amount
 * given; null: not an amount. `named`: the currency column's text, or ''; a currency beside the amount must not contradict it.
 */
export function readMoney(
  text: string,
  { named, usual }: { named: string; usual: string },
): { amount: number; currency: string } | 'none' | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\s']/g, '')
    .toUpperCase()
    .replace(/元$|RMB$/, 'CNY')
    .replace(/^RMB/, 'CNY')
  if (NONE.test(plain)) return 'none'
  const inBrackets = /^\((.*)\)$/.exec(plain)
  const match = MONEY.exec(inBrackets?.[1] ?? plain)
  if (!match) return null
  const [, before, left, between, digits = '', after, right, mark = ''] = match
  const signs = [before, between, after].filter(Boolean)
  if (signs.length > 1) return null
  const currency = currencyOf([left, right], named, usual)
  const amount = currency === null ? null : minorUnits(digits, currency)
  if (currency === null || amount === null) return null
  const went = signs[0] === '-' || inBrackets !== null || mark.startsWith('D')
  return { amount: went ? -amount : amount, currency }
}

/** Three letters beside an amount can be another word, such as OUT. */
const CODES = new Set(Intl.supportedValuesOf('currency'))
/** The currencies a sign can stand for. */
const SIGNS: Record<string, RegExp> = { '¥': /^(CNY|JPY)$/, '€': /^EUR$/, '£': /^GBP$/, $: /D$/ }

function currencyOf(beside: (string | undefined)[], named: string, usual: string): string | null {
  const codes = [named, ...beside.filter((each) => each && !SIGNS[each])].filter(Boolean)
  const currency = codes[0] ?? usual
  const fits = beside.every((each) => !each || (SIGNS[each]?.test(currency) ?? (each === currency && CODES.has(each))))
  return fits && Currency.safeParse(currency).success ? currency : null
}

function minorUnits(digits: string, currency: string): number | null {
  const places = minorDigits(currency)
  const isDecimalComma = /,\d{1,2}$/.test(digits)
  const [whole = '', decimals = ''] = isDecimalComma ? digits.replaceAll('.', '').split(',') : digits.replaceAll(',', '').split('.')
  const fraction = decimals.replace(/0+$/, '')
  if (fraction.length > places) return null
  const amount = Number(`${whole}${fraction.padEnd(places, '0')}`)
  return Number.isSafeInteger(amount) ? amount : null
}
