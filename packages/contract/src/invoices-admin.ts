import * as z from 'zod/mini'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Invoice, invoiceFileQuery, InvoiceKind, Pdf } from './invoices.ts'
import { Amount, Currency } from './money.ts'
import { dayQuery, IdParams, NumberText, pageOf, pageQuery } from './paging.ts'
import { AddressOf } from './personal.ts'

export const AdminInvoice = z.object({
  ...Invoice.shape,
  account_id: z.int(),
  email: AddressOf('account_id'),
  /** The part of the total that came from outside or went there. */
  taxed_amount: Amount,
  /** Contained in it. */
  tax_amount: Amount,
})
export type AdminInvoice = z.infer<typeof AdminInvoice>

/** A setting without which no document is issued. */
export const SellerField = z.enum(['invoice.seller_name', 'invoice.seller_address', 'invoice.seller_tax_number', 'invoice.tax_name'])
export type SellerField = z.infer<typeof SellerField>

/** What came in by the documents in one currency, and the tax in it. Credit notes are taken off; what balance paid came in before. */
export const InvoiceSum = z.object({ currency: Currency, received: z.int(), tax: z.int() })
export type InvoiceSum = z.infer<typeof InvoiceSum>

const filter = {
  kind: z.optional(InvoiceKind),
  /** Part of a document's number, the number of an order, or part of an e-mail address. */
  q: z.optional(z.string().check(z.maxLength(100))),
  account_id: z.optional(NumberText),
  /** When they were issued. */
  ...dayQuery,
}
export const adminListInvoices = endpoint({
  method: 'GET',
  path: '/admin/invoices',
  access: ['money.read'],
  summary: 'Invoices and credit notes by filter, newest first',
  query: z.object({ ...pageQuery, ...filter }),
  response: z.object({
    ...pageOf(AdminInvoice).shape,
    /** What the settings lack; until it is there, documents wait. */
    missing: z.array(SellerField),
    /** How many documents wait. */
    waiting: z.int(),
    /** Of all documents that the filter finds. */
    sums: z.array(InvoiceSum),
  }),
})
export const adminExportInvoices = endpoint({
  method: 'GET',
  path: '/admin/invoices/export',
  access: ['money.read', 'members.read', 'export'],
  fresh: true,
  summary: 'The same list as CSV, by number',
  query: z.object(filter),
  response: Csv,
})
export const adminReadInvoices = endpoint({
  method: 'GET',
  path: '/admin/invoices/file',
  access: ['money.read', 'members.read', 'export'],
  fresh: true,
  summary: 'The same list as one PDF, by number',
  download: true,
  query: z.object({ ...filter, ...invoiceFileQuery.shape }),
  response: Pdf,
})
export const adminReadInvoice = endpoint({
  method: 'GET',
  path: '/admin/invoices/:id/file',
  access: ['money.read', 'members.read'],
  summary: 'One document as PDF',
  download: true,
  params: IdParams,
  query: invoiceFileQuery,
  response: Pdf,
})
