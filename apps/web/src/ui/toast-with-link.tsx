import type { ReactNode } from 'react'
import { showToast, toasts } from '../toast.ts'
import styles from './toasts.module.css'

const LONG_MS = 8000

/** Says what was done, with a link or a button that goes on from there, such as undoing it. Stays long enough to be reached. */
export function showToastWithLink(message: string, link: ReactNode): void {
  // The same words again may lead elsewhere.
  toasts.set((all) => all.filter(({ title }) => title !== message))
  showToast({ kind: 'success', title: message, message: <span className={styles['way']}>{link}</span>, ms: LONG_MS })
}
