import * as z from 'zod/mini'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Invoice, invoiceFileQuery, InvoiceKind, Pdf } from './invoices.ts'
import { Amount, Currency } from './money.ts'
import { dayQuery, NumberText, pageOf, pageQuery } from './paging.ts'
import { AddressOf } from './personal.ts'
import { typedText } from './typed-code.ts'

export const AdminInvoice = z.object({
  ...Invoice.shape,
  account_id: z.int(),
  email: AddressOf('account_id'),
  /** The part of the total that was paid from or refunded to outside the site. */
  taxed_amount: Amount,
  /** Tax contained in `taxed_amount`. */
  tax_amount: Amount,
})
export type AdminInvoice = z.infer<typeof AdminInvoice>

/** Settings about the seller that must be set before documents are issued. */
export const SellerField = z.enum(['invoice.seller_name', 'invoice.seller_address', 'invoice.seller_tax_number', 'invoice.tax_name'])
export type SellerField = z.infer<typeof SellerField>

/**
 * Money received and tax by the documents in one currency. Credit notes are subtracted; payments from the balance do not count, because the
 * top-up did.
 */
export const InvoiceSum = z.object({ currency: Currency, received: z.int(), tax: z.int() })
export type InvoiceSum = z.infer<typeof InvoiceSum>

const filter = {
  kind: z.optional(InvoiceKind),
  /** Matches part of a document's number, an order's number, or part of an e-mail address. */
  q: z.optional(typedText(100)),
  account_id: z.optional(NumberText),
  /** Days on which documents were issued. */
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
    /** Missing seller settings. Documents wait until they are set. */
    missing: z.array(SellerField),
    /** Number of documents that wait. */
    waiting: z.int(),
    /** Sums over all documents that the filter finds. */
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
  query: invoiceFileQuery,
  response: Pdf,
})
