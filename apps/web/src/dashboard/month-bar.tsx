import { ActionIcon } from '@mantine/core'
import type { MonthFigures } from '@portico/contract/overview-admin'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { useMonthNames } from './month-names.ts'
import styles from './key-figures.module.css'

/** The month shown, with the ones before and after, and what it is compared with. */
export function MonthBar({ figures, onMonth }: { figures: MonthFigures | undefined; onMonth: (month: string | undefined) => void }) {
  const t = useT()
  const names = useMonthNames()
  if (!figures) return <h1 className={styles['blank']}>{t('title.dashboard')}</h1>
  const { month, through, through_before: before } = figures
  const range = t('overview.range', { from: names.day(`${through.slice(0, 7)}-01`), to: Number(through.slice(8)) })
  // The running month is the one that is not over.
  const isRunning = names.next(month) > names.today().slice(0, 7)
  return (
    <div className={styles['bar']}>
      <ActionIcon
        variant="subtle"
        aria-label={t('overview.earlier')}
        disabled={month <= figures.first_month}
        onClick={() => onMonth(names.previous(month))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <h1>{names.long(month)}</h1>
      <ActionIcon variant="subtle" aria-label={t('overview.later')} disabled={isRunning} onClick={() => onMonth(names.next(month))}>
        <IconChevronRight size={18} />
      </ActionIcon>
      <p>
        <span data-kind="value">{range}</span>
        <span data-kind="before">{names.long(before.slice(0, 7))}</span>
      </p>
    </div>
  )
}
