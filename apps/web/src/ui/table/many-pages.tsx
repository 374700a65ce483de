import { Button, Group } from '@mantine/core'
import type { TotalIs } from '@portico/contract/paging'
import { useT } from '../../i18n.ts'
import styles from './data-table.module.css'

export interface PageFooterProps {
  total: number
  /** `at_least`: there are more rows than `total`; absent: it is exact. */
  totalIs?: TotalIs | undefined
  /** Rows on this page. */
  rows: number
  /** Number of rows in words. */
  text?: string
  pageSize: number
  /** Below zero: from the end. */
  page: number
  onPage: ((page: number) => void) | undefined
  /** Counts every row. */
  onCount?: (() => void) | undefined
  /** What was asked for last is not there yet. */
  isWaiting?: boolean
}

/** The footer of a list with more rows than were counted: pages from the start or from the end, and a button that counts the rest. */
export function ManyPages({ total: n, rows, pageSize, page, onPage, onCount, isWaiting = false }: PageFooterProps) {
  const t = useT()
  const before = (Math.abs(page) - 1) * pageSize
  const range = page < 0 ? { first: before + rows, last: before + 1 } : { first: before + 1, last: before + rows }
  const step = (to: number, label: string, isOff: boolean) => (
    <Button size="compact-sm" variant="default" disabled={isOff} onClick={() => onPage?.(to)}>
      {label}
    </Button>
  )
  return (
    <div className={styles['footer']}>
      <span>
        {t(page < 0 ? 'table.range_end' : 'table.range_many', { ...range, n })}{' '}
        {onCount && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={isWaiting}
            aria-label={t(isWaiting ? 'table.counting' : 'table.count')}
            onClick={onCount}
          >
            {t('table.count')}
          </Button>
        )}
      </span>
      {onPage && (
        <nav aria-label={t('table.pages')}>
          <Group gap="xs">
            {step(1, t('table.to_first'), page === 1)}
            {step(page - 1, t('table.previous'), page === 1)}
            {step(page + 1, t('table.next'), page === -1 || rows < pageSize)}
            {step(-1, t('table.to_last'), page === -1)}
          </Group>
        </nav>
      )}
    </div>
  )
}
