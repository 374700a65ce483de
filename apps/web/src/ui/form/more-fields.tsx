import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n.ts'
import styles from './more-fields.module.css'

interface MoreProps {
  /** Absent: “More”. */
  title?: string
  /** What is set in it, while it is closed. */
  note?: ReactNode
  /** It opens by itself, because something in it was set before. */
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
