import { formatMoney } from '@portico/contract/format-money'
import { formatDateTime } from '@portico/contract/format-time'
import type { InvoiceKind } from '@portico/contract/invoices'
import type { Language } from '@portico/contract/translations'
import type { InvoiceContent } from './invoices.table.ts'
import { pdfTexts } from './pdf-texts.ts'

/** The data that a document is drawn from. */
export type Drawn = {
  kind: InvoiceKind
  no: string
  accountId: number
  currency: string
  totalAmount: number
  taxedAmount: number
  taxAmount: number
  issuedAt: Date
  content: InvoiceContent
}
type Pdf = PDFKit.PDFDocument
/** `colour`: reads on white. `logo`: address of a PNG that is in it, which the library keeps once for all pages. */
export type Look = { language: Language; zone: string; colour: string; logo: string | null }
type Row = [name: string, amount: string]

const [LEFT, RIGHT, MIDDLE] = [56, 539, 310]
const WIDTH = RIGHT - LEFT
const LOGO = 48
const [INK, GREY, LINE] = ['#1f2328', '#656d76', '#d0d7de']

/** Draws a document on pages of its own. */
export function drawInvoice(pdf: Pdf, drawn: Drawn, look: Look): void {
  const { kind, no, content } = drawn
  const words = pdfTexts[look.language]
  pdf.addPage({ size: 'A4', margins: { top: 56, bottom: 56, left: LEFT, right: LEFT } })
  pdf.rect(0, 0, pdf.page.width, 6).fill(look.colour)
  if (look.logo) pdf.image(look.logo, RIGHT - LOGO, 44, { fit: [LOGO, LOGO] })
  pdf.fillColor(INK).fontSize(22).text(words.title[kind], LEFT, 56)
  facts(pdf, headOf(drawn, look))
  parties(pdf, drawn, look)
  table(pdf, [words.what, words.amount], linesOf(drawn, look))
  total(pdf, [words.total[kind], money(drawn, look)(drawn.totalAmount)])
  tax(pdf, drawn, look)
  table(pdf, [words.by[kind], words.amount], paymentsOf(drawn, look))
  const small = [
    `${words.currency}: ${drawn.currency}`,
    hasBalance(content) && content.tax ? words.untaxed[kind] : '',
    content.seller.footer,
  ]
  pdf.moveDown(1.5).fillColor(GREY).fontSize(9)
  for (const text of small.filter(Boolean)) pdf.text(text, LEFT, undefined, { width: WIDTH }).moveDown(0.4)
  pdf.fontSize(9).text(no, LEFT, 765, { width: WIDTH, align: 'right', lineBreak: false })
}

function headOf({ kind, no, issuedAt, content }: Drawn, { language, zone }: Look): Row[] {
  const words = pdfTexts[language]
  const day = (time: string | Date): string => formatDateTime(time, zone, 'day')
  const { corrects, order } = content
  return [
    [words.number, no],
    [words.issued, day(issuedAt)],
    ...(corrects
      ? [[kind === 'invoice' ? words.cancels : words.corrects, `${corrects.no} (${day(corrects.issuedAt)})`] satisfies Row]
      : []),
    [words.order, order.tradeNo],
    ...(kind === 'invoice' ? [[words.paid, day(order.paidAt)] satisfies Row] : []),
  ]
}

function facts(pdf: Pdf, rows: Row[]): void {
  pdf.moveDown(0.6).fontSize(10)
  for (const [name, value] of rows) {
    const y = pdf.y
    pdf.fillColor(GREY).text(name, LEFT, y, { width: 120 })
    pdf.fillColor(INK).text(value, LEFT + 124, y, { width: WIDTH - 124 })
  }
}

/** Seller and buyer side by side. */
function parties(pdf: Pdf, { accountId, content: { seller, buyer } }: Drawn, { language }: Look): void {
  const words = pdfTexts[language]
  const taxLine = (number: string): string => number && `${words.taxNumber}: ${number}`
  const top = pdf.y + 24
  const column = (x: number, head: string, lines: string[]): number => {
    pdf.fontSize(9).fillColor(GREY).text(head, x, top, { width: 228 })
    pdf.fontSize(10).fillColor(INK)
    for (const line of lines.filter(Boolean)) pdf.text(line, x, undefined, { width: 228 })
    return pdf.y
  }
  const left = column(LEFT, words.seller, [seller.name, seller.address, taxLine(seller.taxNumber)])
  const right = column(MIDDLE, words.buyer, [buyer.name, buyer.address, taxLine(buyer.taxNumber), `${words.account} ${accountId}`])
  pdf.y = Math.max(left, right) + 10
}

function linesOf(drawn: Drawn, look: Look): Row[] {
  const words = pdfTexts[look.language]
  const amount = money(drawn, look)
  const { order, lines, waived } = drawn.content
  const plan = order.plan.translations[look.language] ?? order.plan.name
  const type = words.type[order.type]
  const named = order.type === 'topup' ? type : [plan, order.period && words.period[order.period], type].filter(Boolean).join(' · ')
  if (lines.length === 0) return [[named, amount(drawn.totalAmount)]]
  const rows = lines.map(({ kind, amount: value }): Row => {
    const name = kind === 'price' || kind === 'balance' ? named : words.line[kind]
    return [name, amount(value)]
  })
  return waived > 0 ? [...rows, [words.waived, amount(-waived)]] : rows
}

function paymentsOf(drawn: Drawn, look: Look): Row[] {
  const words = pdfTexts[look.language]
  const amount = money(drawn, look)
  return drawn.content.payments.map(({ way, method, amount: value }) => {
    const named = method && (method.translations[look.language] ?? method.name)
    return [way === 'balance' ? words.balance : named || words.outside, amount(value)]
  })
}

function table(pdf: Pdf, head: Row, rows: Row[]): void {
  pdf.moveDown(0.8).fontSize(9).fillColor(GREY)
  row(pdf, head)
  rule(pdf)
  pdf.fontSize(10).fillColor(INK)
  for (const one of rows) row(pdf, one)
  rule(pdf)
}

function total(pdf: Pdf, [name, amount]: Row): void {
  pdf.fontSize(12).fillColor(INK)
  row(pdf, [name, amount])
}

function tax(pdf: Pdf, drawn: Drawn, look: Look): void {
  const { kind, taxedAmount, taxAmount, content } = drawn
  if (!content.tax) return
  const words = pdfTexts[look.language]
  const { name, rate } = content.tax
  const amount = money(drawn, look)
  pdf.fontSize(10).fillColor(GREY)
  pdf.text(words.taxed[kind](amount(taxedAmount), `${name} ${rate / 100}%: ${amount(taxAmount)}`), LEFT, pdf.y, { width: WIDTH })
}

function row(pdf: Pdf, [name, amount]: Row): void {
  const top = pdf.y
  pdf.text(name, LEFT, top, { width: WIDTH - 140 }).moveDown(0.3)
  const bottom = pdf.y
  pdf.text(amount, RIGHT - 130, top, { width: 130, align: 'right' })
  pdf.y = bottom
}

function rule(pdf: Pdf): void {
  pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.5).strokeColor(LINE).stroke()
  pdf.y += 6
}

function money({ currency }: Drawn, { language }: Look): (amount: number) => string {
  return (amount) => formatMoney(amount, currency, language)
}

function hasBalance({ payments }: InvoiceContent): boolean {
  return payments.some(({ way }) => way === 'balance')
}
