import { drawInvoice, type Drawn, type Look } from './draw-invoice.ts'
import { pdfFont } from './pdf-font.ts'

/** Documents as one PDF, each on pages of its own. Its bytes arrive while rows are read. */
export async function* invoicePdf(parts: AsyncIterable<Drawn[]>, look: Look & { title: string }): AsyncGenerator<Uint8Array> {
  // Loaded when first used: it takes 30 MB.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: look.title }, lang: look.language })
  pdf.registerFont('text', await pdfFont())
  pdf.font('text')
  for await (const rows of parts) {
    for (const row of rows) {
      drawInvoice(pdf, row, look)
      yield* written(pdf)
    }
  }
  pdf.end()
  yield* pdf as AsyncIterable<Uint8Array>
}

/** The bytes that the library has finished so far. */
function* written(pdf: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let chunk = pdf.read(); chunk !== null; chunk = pdf.read()) yield chunk as Uint8Array
}
