import type { Invoice } from '@portico/contract/invoices'
import { useT } from '../i18n.ts'
import styles from './invoices.module.css'

/** The number of a document; of a credit note also what it corrects. */
export function InvoiceName({ invoice: { no, kind, corrects } }: { invoice: Invoice }) {
  const t = useT()
  if (kind === 'invoice') return no
  return (
    <span>
      {no}{' '}
      <span className={styles['kind']}>
        {t('invoice.kind_credit_note')}
        {corrects && ` ${t('invoice.corrects', { no: corrects })}`}
      </span>
    </span>
  )
}
