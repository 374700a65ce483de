import { readInvoiceFile } from '@portico/contract/invoices'
import type { Language } from '@portico/contract/translations'
import { download } from '../api/download.ts'

/** A document of the member. */
export function readMine(id: number, language: Language): Promise<Blob> {
  return download(readInvoiceFile, { params: { id }, query: { language } })
}
