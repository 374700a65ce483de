import { Pagination } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import styles from './data-table.module.css'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'

export interface Column<T> {
  header: string
  render: (row: T) => ReactNode
  align?: 'right'
  /** The server's name for sorting by this column; makes the header a button. */
  sort?: string
}

/** What `useQuery` returns for a list. */
export interface ListQuery<T> {
  data: { items: T[]; total?: number; page_size?: number } | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface DataTableProps<T> {
  /** The table's label for screen readers. */
  label: string
  query: ListQuery<T>
  columns: Column<T>[]
  rowKey: (row: T) => string | number
  page?: number
  onPage?: (page: number) => void
  /** The server's order: `created_at`, or `-created_at` for descending. */
  sort?: string | undefined
  onSort?: (sort: string) => void
  /** Shown instead of an empty table. */
  empty?: ReactNode
  /** Replaces the row count and the pages, for a list that has neither. */
  footer?: ReactNode
}

/** A list from the server, page by page, with its loading, empty and error states. It holds no state: the URL does. */
export function DataTable<T>(props: DataTableProps<T>) {
  const t = useT()
  const { query, columns, rowKey, empty } = props
  const { data } = query
  if (query.error && !data) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (data?.items.length === 0 && (props.page ?? 1) === 1) return empty ?? <EmptyState title={t('state.empty')} />
  return (
    <div className={styles['list']} aria-busy={!data || query.isPlaceholderData}>
      <div className={styles['scroll']}>
        <table className={styles['table']} aria-label={props.label} data-stale={query.isPlaceholderData || undefined}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Header key={column.header} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {data?.items.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <td key={column.header} data-align={column.align}>
                    <span className={styles['label']} aria-hidden>
                      {column.header}
                    </span>
                    <div>{column.render(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
            {!data && <Waiting columns={columns.length} />}
          </tbody>
        </table>
      </div>
      {data && props.footer !== undefined && <div className={styles['footer']}>{props.footer}</div>}
      {data?.total !== undefined && <Footer {...props} total={data.total} pageSize={data.page_size ?? 20} />}
    </div>
  )
}

function Header<T>({
  column,
  sort,
  onSort,
}: {
  column: Column<T>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}) {
  const t = useT()
  const { sort: by, header } = column
  if (!by || !onSort) return <th data-align={column.align}>{header}</th>
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none'
  return (
    <th data-align={column.align} aria-sort={direction}>
      <button type="button" title={t('table.sort', { name: header })} onClick={() => onSort(direction === 'descending' ? by : `-${by}`)}>
        {header}
        {direction === 'ascending' && <IconArrowUp size={14} />}
        {direction === 'descending' && <IconArrowDown size={14} />}
      </button>
    </th>
  )
}

function Footer<T>({ total, pageSize, page = 1, onPage }: DataTableProps<T> & { total: number; pageSize: number }) {
  const t = useT()
  const pages = Math.ceil(total / pageSize)
  return (
    <div className={styles['footer']}>
      <span>{t('table.total', { n: total })}</span>
      {onPage && pages > 1 && (
        <nav aria-label={t('table.pages')}>
          <Pagination total={pages} value={page} onChange={onPage} size="sm" siblings={1} boundaries={1} />
        </nav>
      )}
    </div>
  )
}

function Waiting({ columns }: { columns: number }) {
  const t = useT()
  return ['a', 'b', 'c', 'd', 'e'].map((row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <td key={i}>
          <div className={styles['bone']}>{row === 'a' && i === 0 && <span className="visually-hidden">{t('state.loading')}</span>}</div>
        </td>
      ))}
    </tr>
  ))
}
