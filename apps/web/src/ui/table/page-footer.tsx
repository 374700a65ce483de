import { Pagination } from '@mantine/core'
import { useT } from '../../i18n.ts'
import styles from './data-table.module.css'
import { ManyPages, type PageFooterProps } from './many-pages.tsx'

/** Rows that are counted at a glance. */
const GLANCE = 10

/** Which rows of how many are shown, and the other pages. */
export function PageFooter(props: PageFooterProps) {
  const t = useT()
  const { total, totalIs, text, rows, pageSize, onPage } = props
  if (totalIs === 'at_least') return <ManyPages {...props} />
  const pages = Math.ceil(total / pageSize)
  const page = props.page < 0 ? Math.max(1, pages + 1 + props.page) : props.page
  const first = (page - 1) * pageSize + 1
  if (total <= GLANCE && text === undefined) return null
  return (
    <div className={styles['footer']}>
      <span>
        {pages > 1 && rows > 0
          ? t('table.range', { first, last: Math.min(first + rows - 1, total), n: total })
          : (text ?? t('table.total', { n: total }))}
      </span>
      {onPage && <Pages pages={pages} page={page} onPage={onPage} />}
    </div>
  )
}

/** The other pages of a list, if there are any. */
export function Pages({ pages, page, onPage }: { pages: number; page: number; onPage: (page: number) => void }) {
  const t = useT()
  if (pages <= 1) return null
  return (
    <nav aria-label={t('table.pages')}>
      <Pagination
        total={pages}
        value={page}
        onChange={onPage}
        size="sm"
        siblings={1}
        boundaries={1}
        getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'table.next' : 'table.previous') })}
        getItemProps={(n) => ({ 'aria-label': t('table.page', { n }) })}
      />
    </nav>
  )
}
