import * as contract from '@portico/contract/invoices'
import * as admin from '@portico/contract/invoices-admin'
import { coloursOf } from '@portico/contract/shades'
import type { Language } from '@portico/contract/translations'
import { searchFor } from '../accounts/find-by-address.ts'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { type Days, spanOf } from '../db/in-days.ts'
import { mapParts } from '../db/whole-list.ts'
import type { Cell } from '../http/downloads/csv.ts'
import { type Router, serve } from '../http/router.ts'
import { serveCsv } from '../http/downloads/serve-csv.ts'
import { serveDownload } from '../http/downloads/serve-download.ts'
import { findOrder } from '../orders/list-orders.ts'
import { siteLogo } from '../site-icons/site-icon.ts'
import { toPage, toWire } from '../to-wire.ts'
import { type BuyerText, readBuyer, saveBuyer } from './buyer.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { countDue, findInvoice, type ListedInvoice, listInvoices, sumInvoices, wholeInvoices } from './list-invoices.ts'
import { missingOfSeller } from './seller.ts'

export function invoiceRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.getBuyer, async ({ caller }) => toBuyer(await readBuyer(db, caller.accountId)))
  serve(router, app, contract.saveBuyer, async ({ caller, body }) => toBuyer(await saveBuyer(app.database, caller, body, app.now())))
  serve(router, app, contract.fetchInvoices, async ({ caller, query }) => {
    const { accountId } = caller
    const { trade_no: tradeNo } = query
    if (tradeNo !== undefined) await findOrder(db, tradeNo, accountId)
    return toPage(await listInvoices(db, { accountId, tradeNo }, query), query, toInvoice)
  })
  serveDownload(router, app, contract.readInvoiceFile, async (_, { caller, params, query, origin }) =>
    oneFile(app, await findInvoice(db, params.id, caller.accountId), query.language ?? origin.language),
  )
  adminRoutes(router, app)
}

function adminRoutes(router: Router, app: App): void {
  const { db } = app.database
  const zone = (): string => app.settings()['site.timezone']
  const filterOf = (by: Caller, { account_id: accountId, kind, q, from, to }: Filter) => ({
    accountId,
    kind,
    search: searchFor(q, by),
    span: spanOf({ from, to }, zone()),
  })

  serve(router, app, admin.adminListInvoices, async ({ caller, query }) => {
    const filter = filterOf(caller, query)
    const [found, sums, waiting] = await Promise.all([listInvoices(db, filter, query), sumInvoices(db, filter), countDue(db)])
    return { ...toPage(found, query, toAdminInvoice), missing: missingOfSeller(app.settings()), waiting, sums }
  })
  serveCsv(router, app, admin.adminExportInvoices, async (tx, { caller, query: filter }) => {
    const { rows, parts } = await wholeInvoices(tx, filterOf(caller, filter))
    const note = () => recordExport(app.database, caller, { entity: 'invoice', rows, filter }, app.now())
    return { columns: COLUMNS, rows, lines: mapParts(parts, (found) => found.map(toLine)), note }
  })
  serveDownload(router, app, admin.adminReadInvoices, async (tx, { caller, query, origin }) => {
    const { language = origin.language, ...filter } = query
    const { rows, parts } = await wholeInvoices(tx, filterOf(caller, filter))
    const note = () => recordExport(app.database, caller, { entity: 'invoice', rows, filter }, app.now())
    const look = await lookOf(app, language, 'Invoices')
    const pages = mapParts(parts, (found) => found.map(({ invoice }) => invoice))
    return { name: `invoices-${filter.from ?? ''}-${filter.to ?? ''}.pdf`, type: 'application/pdf', bytes: invoicePdf(pages, look), note }
  })
  serveDownload(router, app, admin.adminReadInvoice, async (_, { params, query, origin }) =>
    oneFile(app, await findInvoice(db, params.id, null), query.language ?? origin.language),
  )
}

type Filter = Days & { account_id?: number | undefined; kind?: contract.InvoiceKind | undefined; q?: string | undefined }

async function lookOf(app: App, language: Language, title: string) {
  const settings = app.settings()
  return { language, title, zone: settings['site.timezone'], colour: coloursOf(settings['brand.colour']).strong, logo: await siteLogo(app) }
}

async function oneFile(app: App, { invoice }: ListedInvoice, language: Language) {
  const look = await lookOf(app, language, invoice.no)
  const parts = (async function* () {
    yield [invoice]
  })()
  return { name: `${invoice.no}.pdf`, type: 'application/pdf', bytes: invoicePdf(parts, look) }
}

function toBuyer(buyer: BuyerText): contract.Buyer {
  return toWire(contract.Buyer, buyer)
}

function toInvoice({ invoice, tradeNo, corrects }: ListedInvoice): contract.Invoice {
  return toWire(contract.Invoice, { ...invoice, tradeNo, corrects })
}

function toAdminInvoice({ invoice, ...around }: ListedInvoice): admin.AdminInvoice {
  return toWire(admin.AdminInvoice, { ...invoice, ...around })
}

const COLUMNS = [
  'number',
  'kind',
  'issued_at',
  'corrects',
  'trade_no',
  'account',
  'buyer',
  'buyer_tax_number',
  'currency',
  'total',
  'taxed',
  'tax_name',
  'tax_percent',
  'tax',
  'paid_at',
]

function toLine({ invoice, tradeNo, email, corrects }: ListedInvoice): Cell[] {
  const { content, currency, totalAmount, taxedAmount, taxAmount } = invoice
  const { buyer, tax, order } = content
  // What a credit note takes back is below zero, so that columns add up.
  const money = (amount: number): Cell => ({ amount: invoice.kind === 'invoice' ? amount : 0 - amount, currency })
  return [
    invoice.no,
    invoice.kind,
    invoice.issuedAt,
    corrects,
    tradeNo,
    email,
    buyer.name,
    buyer.taxNumber,
    currency,
    money(totalAmount),
    money(taxedAmount),
    tax?.name ?? null,
    tax ? tax.rate / 100 : null,
    money(taxAmount),
    new Date(order.paidAt),
  ]
}
