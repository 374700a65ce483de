import type { SellerField } from '@portico/contract/invoices-admin'
import type { Settings } from '@portico/contract/settings-admin'
import type { InvoiceContent } from './invoices.table.ts'

/** Settings that the seller must fill in before documents are issued. */
export function missingOfSeller(settings: Settings): SellerField[] {
  const always = ['invoice.seller_name', 'invoice.seller_address'] as const
  const withTax = ['invoice.seller_tax_number', 'invoice.tax_name'] as const
  return [...always, ...(settings['invoice.tax_rate'] > 0 ? withTax : [])].filter((key) => settings[key].trim() === '')
}

export function sellerOf(settings: Settings): Pick<InvoiceContent, 'seller' | 'tax'> {
  const rate = settings['invoice.tax_rate']
  return {
    seller: {
      name: settings['invoice.seller_name'],
      address: settings['invoice.seller_address'],
      taxNumber: settings['invoice.seller_tax_number'],
      footer: settings['invoice.footer'],
    },
    tax: rate === 0 ? null : { name: settings['invoice.tax_name'], rate },
  }
}
