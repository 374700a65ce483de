import type { SettingKey } from '@portico/contract/settings/registry'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { GroupId } from './chapters.ts'
import { isShort, isWide } from './fields/setting-field.tsx'
import styles from './settings-page.module.css'

/** Where the page leads to. */
export interface Target {
  group: GroupId
  /** Setting to focus; absent: the group. */
  key: SettingKey | undefined
}
interface RowProps {
  settingKey: SettingKey
  target: Target | null
  children: ReactNode
}

/** Holds the place of a field, whose code is loaded with the group, and focuses it once it is there. */
export function SettingRow({ settingKey: key, target, children }: RowProps) {
  const row = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={row}
      className={styles['setting']}
      data-setting={key}
      data-wide={isWide(key) || undefined}
      data-short={isShort(key) || undefined}
    >
      <Suspense fallback={<div className={styles['coming']} aria-busy />}>
        {children}
        <FocusOn target={target?.key === key ? target : null} row={row} />
      </Suspense>
    </div>
  )
}

function FocusOn({ target, row }: { target: Target | null; row: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    if (!target) return
    const input =
      row.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      row.current?.querySelector<HTMLElement>('input, select, textarea, button')
    input?.focus({ preventScroll: true })
    input?.scrollIntoView({ block: 'center' })
  }, [target, row])
  return null
}
