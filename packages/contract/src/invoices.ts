import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { TradeNo } from './order-status.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import { Language } from './translations.ts'

/** `credit_note`: corrects an invoice after a refund. */
export const InvoiceKind = z.enum(['invoice', 'credit_note'])
export type InvoiceKind = z.infer<typeof InvoiceKind>

/** Document number: kind, year and sequence, such as `INV-2026-000042`; after a restore with the series, `INV-2026-R477351-000001`. No gaps. */
export const InvoiceNo = z.string().check(z.regex(/^(INV|CRN)-\d{4}(-R\d{1,9})?-\d{6,9}$/))

export const Invoice = z.object({
  id: z.int(),
  no: InvoiceNo,
  kind: InvoiceKind,
  trade_no: TradeNo,
  currency: Currency,
  /** Amount paid or refunded, by all payment methods together. */
  total_amount: Amount,
  issued_at: Time,
  /** For a credit note: the invoice it corrects. For a cancelled invoice: its credit note. */
  corrects: z.nullable(InvoiceNo),
})
export type Invoice = z.infer<typeof Invoice>

/** Recipient of an invoice; all empty: only the account's number is printed. */
export const Buyer = z.object({
  name: z.string().check(z.trim(), z.maxLength(120)),
  address: z.string().check(z.trim(), z.maxLength(400)),
  tax_number: z.string().check(z.trim(), z.maxLength(60)),
})
export type Buyer = z.infer<typeof Buyer>

/** Language of the document; absent: the caller's. */
export const invoiceFileQuery = z.object({ language: z.optional(Language) })
/** Bytes of a PDF. */
export const Pdf = z.string()

export const fetchInvoices = endpoint({
  method: 'GET',
  path: '/muser/invoices',
  access: 'member',
  chosen: true,
  summary: 'My invoices and credit notes, newest first',
  query: z.object({ ...pageQuery, trade_no: z.optional(TradeNo) }),
  response: pageOf(Invoice),
})
export const readInvoiceFile = endpoint({
  method: 'GET',
  path: '/muser/invoices/:id/file',
  access: 'member',
  chosen: true,
  summary: 'One of my documents as PDF',
  download: true,
  query: invoiceFileQuery,
  response: Pdf,
})
export const getBuyer = endpoint({
  method: 'GET',
  path: '/muser/invoices/buyer',
  access: 'member',
  chosen: true,
  summary: 'What my invoices say about me',
  response: Buyer,
})
export const saveBuyer = endpoint({
  method: 'PUT',
  path: '/muser/invoices/buyer',
  access: 'member',
  chosen: true,
  summary: 'Change what future invoices say about me; those issued stay as they are',
  body: Buyer,
  response: Buyer,
})
