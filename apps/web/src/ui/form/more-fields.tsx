import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n.ts'
import styles from './more-fields.module.css'

interface MoreProps {
  /** Title; absent: “More”. */
  title?: string
  /** Values set inside, shown while closed. */
  note?: ReactNode
  /** true: opens itself, as something inside is set. */
  isFilled: boolean
  errors: Record<string, unknown>
  /** The paths of its fields, or their beginnings. */
  of: readonly string[]
  children: ReactNode
}

/** Fields of a form that most people leave alone. An error in one of them opens it. */
export function MoreFields({ title, note, isFilled, errors, of, children }: MoreProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(isFilled)
  const hasError = Object.keys(errors).some((path) => of.some((own) => path === own || path.startsWith(`${own}.`)))
  return (
    <details className={styles['more']} open={isOpen || hasError} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title ?? t('form.more')}
        {note && <span className={styles['note']}>{note}</span>}
      </summary>
      <div>{children}</div>
    </details>
  )
}
