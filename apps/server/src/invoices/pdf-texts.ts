import type { InvoiceKind } from '@portico/contract/invoices'
import type { OrderType } from '@portico/contract/order-status'
import type { LineKind } from '@portico/contract/orders'
import type { Period } from '@portico/contract/periods'
import type { Language } from '@portico/contract/translations'

type Words = {
  title: Record<InvoiceKind, string>
  number: string
  issued: string
  paid: string
  order: string
  corrects: string
  cancels: string
  seller: string
  buyer: string
  account: string
  taxNumber: string
  what: string
  amount: string
  line: Record<Exclude<LineKind, 'price' | 'balance'>, string>
  type: Record<OrderType, string>
  period: Record<Period, string>
  total: Record<InvoiceKind, string>
  waived: string
  /** `tax`: its name, rate and amount. */
  taxed: Record<InvoiceKind, (amount: string, tax: string) => string>
  untaxed: Record<InvoiceKind, string>
  by: Record<InvoiceKind, string>
  balance: string
  outside: string
  currency: string
}

/** Texts of documents by language. */
export const pdfTexts: Record<Language, Words> = {
  en: {
    title: { invoice: 'Invoice', credit_note: 'Credit note' },
    number: 'Number',
    issued: 'Date of issue',
    paid: 'Date of payment',
    order: 'Order',
    corrects: 'Corrects invoice',
    cancels: 'Cancels credit note',
    seller: 'Seller',
    buyer: 'Buyer',
    account: 'Account',
    taxNumber: 'Tax number',
    what: 'Description',
    amount: 'Amount',
    line: {
      promotion: 'Promotion',
      coupon: 'Coupon',
      personal: 'Personal discount',
      surplus: 'Value of the earlier plan',
      fee: 'Payment fee',
      shortfall: 'Not received, waived',
    },
    type: { new: 'New plan', renew: 'Renewal', change: 'Change of plan', reset: 'Traffic reset', topup: 'Top-up of the balance' },
    period: {
      month_price: '1 month',
      quarter_price: '3 months',
      half_year_price: '6 months',
      year_price: '1 year',
      two_year_price: '2 years',
      three_year_price: '3 years',
      onetime_price: 'permanent',
      reset_price: 'traffic reset',
    },
    total: { invoice: 'Total', credit_note: 'Total refunded' },
    waived: 'Not charged',
    taxed: {
      invoice: (amount, tax) => `The ${amount} received with this order include ${tax}`,
      credit_note: (amount, tax) => `The ${amount} returned include ${tax}`,
    },
    untaxed: {
      invoice: 'The part paid from the balance was invoiced when the balance was topped up.',
      credit_note: 'The part returned to the balance stays with us and keeps its tax.',
    },
    by: { invoice: 'Paid by', credit_note: 'Refunded to' },
    balance: 'Account balance',
    outside: 'Payment to the seller',
    currency: 'Amounts in',
  },
  'zh-CN': {
    title: { invoice: '收据', credit_note: '退款单' },
    number: '编号',
    issued: '出具日期',
    paid: '支付日期',
    order: '订单',
    corrects: '对应收据',
    cancels: '撤销退款单',
    seller: '销售方',
    buyer: '购买方',
    account: '账号',
    taxNumber: '税号',
    what: '项目',
    amount: '金额',
    line: {
      promotion: '活动优惠',
      coupon: '优惠码',
      personal: '专属折扣',
      surplus: '原套餐剩余价值',
      fee: '支付手续费',
      shortfall: '少收免除',
    },
    type: { new: '新购', renew: '续费', change: '更换套餐', reset: '重置流量', topup: '余额充值' },
    period: {
      month_price: '1 个月',
      quarter_price: '3 个月',
      half_year_price: '6 个月',
      year_price: '1 年',
      two_year_price: '2 年',
      three_year_price: '3 年',
      onetime_price: '永久',
      reset_price: '流量重置包',
    },
    total: { invoice: '合计', credit_note: '退款合计' },
    waived: '未收取',
    taxed: {
      invoice: (amount, tax) => `本订单实收 ${amount}，其中含 ${tax}`,
      credit_note: (amount, tax) => `实际退回 ${amount}，其中含 ${tax}`,
    },
    untaxed: {
      invoice: '余额支付的部分已计入充值时的收据。',
      credit_note: '退至余额的部分仍在本站，税额不变。',
    },
    by: { invoice: '支付方式', credit_note: '退款去向' },
    balance: '账户余额',
    outside: '直接付款',
    currency: '币种',
  },
}
