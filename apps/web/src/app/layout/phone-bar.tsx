import type { IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import styles from './phone-bar.module.css'

export interface BarEntry {
  path: string
  title: string
  Icon: ComponentType<IconProps>
  /** true: the entry stands out as the gate. */
  isGate?: boolean
  /** Number of things that wait there. */
  count?: ReactNode
}

/** The main pages at the bottom of a phone. `current`: the path of one of them. A page with a bar of its own replaces it. */
export function PhoneBar({ entries, current, children }: { entries: BarEntry[]; current: string | undefined; children?: ReactNode }) {
  const t = useT()
  return (
    <nav className={styles['bar']} aria-label={t('bar.label')} data-phone-bar>
      {entries.map(({ path, title, Icon, isGate, count }) => (
        <PathLink key={path} to={path} aria-current={path === current ? 'page' : undefined} data-gate={isGate || undefined}>
          <span>
            <Icon size={22} stroke={1.7} aria-hidden />
          </span>
          {title}
          {count}
        </PathLink>
      ))}
      {children}
    </nav>
  )
}
