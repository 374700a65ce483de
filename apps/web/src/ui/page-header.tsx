import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../store.ts'
import styles from './page-header.module.css'

/** The place for actions in the heading of the page that is shown. */
const place = createStore<HTMLElement | null>(null)
const takePlace = (element: HTMLElement | null): void => place.set(element)

/** The heading of a page. `children`: the page's actions. */
export function PageHeader({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={styles['header']}>
      <div>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      <div className={styles['actions']} ref={takePlace}>
        {children}
      </div>
    </div>
  )
}

/** Puts a tab's actions into the heading of its page: the main button is always at the top right. */
export function HeaderActions({ children }: { children: ReactNode }) {
  const element = useStore(place)
  return element && createPortal(children, element)
}
