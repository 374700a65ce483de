import { useT } from '../../i18n.ts'
import { CopyIcon } from '../../ui/copy/copy-icon.tsx'
import styles from './transfer-details.module.css'
import { transferLines } from './transfer-lines.ts'

interface TransferDetailsProps {
  /** The operator's text about where the money goes. */
  instructions: string
  /** `text`: as shown; `plain`: as entered elsewhere. */
  amount: { text: string; plain: string }
  reference: string
}

/** All that is entered at the bank, one value a line, each to copy. */
export function TransferDetails({ instructions, amount, reference }: TransferDetailsProps) {
  const t = useT()
  const lines = transferLines(instructions)
  return (
    <div className={styles['details']}>
      {lines.map((line) => 'words' in line && <p key={line.words}>{line.words}</p>)}
      <dl>
        <Value label={t('pay.amount')} value={amount.text} copy={amount.plain} />
        {lines.map((line) => 'label' in line && <Value key={line.label + line.value} label={line.label} value={line.value} />)}
        <Value label={t('pay.reference')} value={reference} isCode />
      </dl>
    </div>
  )
}

interface ValueProps {
  label: string
  value: string
  /** Copied text, if other than shown. */
  copy?: string
  /** true: set in a monospaced font, as a code that is read character by character. */
  isCode?: boolean
}

function Value({ label, value, copy = value, isCode = false }: ValueProps) {
  const t = useT()
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={isCode ? 'mono' : undefined}>{value}</span>
        <CopyIcon text={copy} label={t('pay.copy', { name: label })} />
      </dd>
    </div>
  )
}
