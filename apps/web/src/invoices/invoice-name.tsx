import type { Invoice } from '@portico/contract/invoices'
import { useT } from '../i18n.ts'
import styles from './invoices.module.css'

/** The number of a document and what it is. */
export function InvoiceName({ invoice: { no, kind, corrects } }: { invoice: Invoice }) {
  const t = useT()
  return (
    <span>
      {no}{' '}
      <span className={styles['kind']}>
        {t(`invoice.kind_${kind}`)}
        {corrects && ` ${t('invoice.corrects', { no: corrects })}`}
      </span>
    </span>
  )
}
