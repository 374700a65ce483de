import type { StatementColumns } from '@portico/contract/statements-imports-admin'

type Name = Exclude<keyof StatementColumns, 'texts'>

/** Headings as `plainHeading` writes them, the best first. */
export const knownHeadings = {
  date: listed(`
    付款时间 | 支付时间 | 交易日期 | 交易时间 | 入账时间 | 到账时间 | 发生时间 | 入账日期 | 记账日期 | 记账日 | 交易日 | 交易创建时间 |
    创建时间 | 日期 | 时间 | date | transaction date | booking date | posting date | post date | value date | created | created date |
    created on | finished on | completed date | date and time | timestamp | paid at | arrival date | buchungstag | buchungsdatum |
    valutadatum | wertstellung | datum | fecha | fecha operación | date opération | data`),
  time: listed(`
    交易时间 | 时间 | time | uhrzeit | hora | heure`),
  zone: listed(`
    timezone | time zone | 时区 | zeitzone`),
  money_in: listed(`
    收入金额 | 收入 | 贷方发生额 | 贷方金额 | 贷方 | 存入金额 | 存入 | 转入金额 | 入账金额 | money in | paid in | credit | credits |
    credit amount | deposit | deposits | deposit amount | amount in | haben | gutschrift | crédit | crédit euros | abono | ingresos`),
  money_out: listed(`
    支出金额 | 支出 | 借方发生额 | 借方金额 | 借方 | 支取金额 | 支取 | 转出金额 | money out | paid out | debit | debits | debit amount |
    withdrawal | withdrawals | withdrawal amount | amount out | soll | lastschrift | débit | débit euros | cargo | gastos`),
  amount: listed(`
    金额 | 交易金额 | 订单金额 | 应结订单金额 | 实收金额 | 发生额 | 收支金额 | 付款金额 | amount | gross | gross amount |
    transaction amount | target amount | value | brutto | betrag | umsatz | importe | montant | importo`),
  currency: listed(`
    货币种类 | 币种 | 货币 | 交易币种 | currency | ccy | target currency | währung | waehrung | divisa | devise | valuta`),
  direction: listed(`
    收/支 | 收支 | 收支类型 | 收支标志 | 收付标志 | 借/贷 | 借贷 | 借贷标志 | 借贷方向 | 资金流向 | direction | debit/credit |
    credit/debit | d/c | c/d | dr/cr | cr/dr | credit debit indicator | details`),
  status: listed(`
    交易状态 | 当前状态 | 状态 | status | transaction status | payment status | estado`),
  refunded: listed(`
    申请退款金额 | 成功退款 | 退款金额 | 已退款金额 | amount refunded | refunded amount | refund amount | rückerstattet`),
  fee: listed(`
    手续费 | 服务费 | 交易手续费 | fee | fees | transaction fee | processing fee | gebühr | gebühren | entgelt | frais | comisión |
    commissione`),
  reference: listed(`
    交易订单号 | 支付宝交易号 | 微信订单号 | 微信支付订单号 | 交易单号 | 交易号 | 交易流水号 | 业务流水号 | 账务流水号 | 流水号 |
    账户明细编号 | 凭证号 | 订单号 | transaction id | paymentintent id | source | transferwise id | wise id | id |
    transaction number | transaction reference | bank reference | reference | reference number | txn id | transaktionscode |
    referencia`),
} satisfies Record<Name, string[]>

/** Texts that may contain our number, in the order in which they are kept. */
export const knownTexts = listed(`
  商户订单号 | 商家订单号 | 商户单号 | 商家单号 | number | invoice number | merchant order | order id | order_id | custom number |
  payment reference | reference | customer reference | kundenreferenz | 商品说明 | 商品名称 | 商品 | 备注 | 交易备注 | 摘要 | 附言 |
  用途 | 交易摘要 | 转账附言 | description | details | memo | note | notes | subject | item title | narrative | particulars |
  transaction details | remarks | text | rechnungsnummer | hinweis | betreff | verwendungszweck | concepto | libellé | causale`)

function listed(headings: string): string[] {
  return headings.split('|').map((heading) => heading.trim())
}

/** A heading without unit and case: `金额（元）` is `金额`, `Created (UTC)` is `created`. */
export function plainHeading(cell: string): string {
  return cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([【].*$/, '')
    .replace(/\/元$/, '')
    .replace(/^[#*]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A currency or UTC in the heading's brackets, such as `Amount (EUR)`. */
export function unitOf(heading: string | undefined): string | null {
  return /[([]\s*([A-Z]{3})\s*[)\]]/.exec(heading?.normalize('NFKC') ?? '')?.[1] ?? null
}
