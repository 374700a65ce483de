import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'

const ICONS = { info: IconInfoCircle, good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX }

/** Something a person should know on this page. `action`: what they can do about it. */
export function Banner({
  tone,
  title,
  action,
  body,
  inline = false,
  children,
}: {
  tone: keyof typeof ICONS
  title?: ReactNode
  action?: ReactNode
  /** More than a line, such as paragraphs. */
  body?: ReactNode
  /** true: on a phone too, the action stands beside the short text. */
  inline?: boolean
  children?: ReactNode
}) {
  const Icon = ICONS[tone]
  return (
    <div className={styles['banner']} data-tone={tone} data-inline={inline || undefined} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={22} stroke={1.8} aria-hidden />
      <div className={styles['text']}>
        {title && <strong>{title}</strong>}
        {children && <p>{children}</p>}
        {body}
      </div>
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  )
}
