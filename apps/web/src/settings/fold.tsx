import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import styles from './fold.module.css'

interface FoldProps {
  title: string
  /** How many of its settings are changed and not saved; seen while it is folded too. */
  changed: number
  isOpen: boolean
  onToggle: () => void
  aside?: ReactNode
  children: ReactNode
}

/** A group of settings on a phone. What is typed in it stays when it is folded. */
export function Fold({ title, changed, isOpen, onToggle, aside, children }: FoldProps) {
  const id = useId()
  return (
    <section>
      <h2 className={styles['title']}>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {title}
          {changed > 0 && <span>{changed}</span>}
          <IconChevronDown size={18} aria-hidden />
        </button>
      </h2>
      <div id={id} className={styles['inside']} hidden={!isOpen}>
        {aside}
        {children}
      </div>
    </section>
  )
}
