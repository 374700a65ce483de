import { Button } from '@mantine/core'
import type { Invoice } from '@portico/contract/invoices'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import { useT } from '../i18n.ts'
import { useSavePdf } from './use-save-pdf.ts'
import styles from './invoices.module.css'

interface PdfButtonsProps {
  invoice: Invoice
  /** Members and staff use different calls for this. */
  read: (id: number, language: Language) => Promise<Blob>
}

/** Downloads a document, in either language. */
export function PdfButtons({ invoice: { id, no }, read }: PdfButtonsProps) {
  const t = useT()
  const save = useSavePdf()
  return (
    <span className={styles['buttons']}>
      {LANGUAGES.map((language) => {
        const text = t(language === 'en' ? 'invoice.pdf_en' : 'invoice.pdf_zh')
        return (
          <Button
            key={language}
            size="compact-sm"
            variant="subtle"
            aria-label={t('invoice.pdf_of', { no, language: text })}
            disabled={save.isPending}
            onClick={() => save.mutate({ name: no, read: () => read(id, language) })}
          >
            {text}
          </Button>
        )
      })}
    </span>
  )
}
