import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../empty-state.tsx'
import { buttonClass } from './button.ts'
import styles from './public-frame.module.css'

interface PublicFrameProps {
  title: string
  /** Sentence below the title. */
  text?: string
  /** Shown beside the title: what most visitors come for. */
  aside?: ReactNode
  children: ReactNode
}

const ECHOES = [210, 290, 385, 500, 640, 810]

/** A page of the public site: on ink its title and a sentence about it, then its content. */
export function PublicFrame({ title, text, aside, children }: PublicFrameProps) {
  return (
    <>
      <header className={`${styles['band']} deep on-ink`}>
        <svg className={styles['echo']} viewBox="-900 -820 1800 820" aria-hidden>
          {ECHOES.map((radius, i) => (
            <path key={radius} d={`M${-radius} 0V-40A${radius} ${radius} 0 0 1 ${radius} -40V0`} strokeOpacity={0.13 - i * 0.016} />
          ))}
        </svg>
        <div className={`${styles['intro']} wrap`}>
          <div>
            <h1>{title}</h1>
            {text && <p>{text}</p>}
          </div>
          {aside && <div className={styles['aside']}>{aside}</div>}
        </div>
      </header>
      <div className={`${styles['page']} wrap`}>{children}</div>
    </>
  )
}

export function Loading() {
  const t = useT()
  return (
    <p className={styles['loading']} role="status">
      {t('state.loading')}
    </p>
  )
}

export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState title={title} drawing="broken">
        <button type="button" className={buttonClass('outline')} onClick={() => void onRetry()}>
          {t('action.retry')}
        </button>
      </EmptyState>
    </div>
  )
}
