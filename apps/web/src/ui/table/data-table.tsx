import { Fragment, isValidElement, type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useT } from '../../i18n.ts'
import { EmptyState, type EmptyStateProps } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import type { Column, ListQuery, Picking, RowKey } from './column.ts'
import styles from './data-table.module.css'
import narrow from './narrow-row.module.css'
import { NarrowHead, NarrowRow, NarrowWaiting, partsOf } from './narrow-row.tsx'
import { NothingFits } from './nothing-fits.tsx'
import { PageFooter } from './page-footer.tsx'
import { showWhole } from './show-whole.ts'
import { TableHead } from './table-head.tsx'
import { useTableWidth } from './use-table-width.ts'
import { WideRow } from './wide-row.tsx'

export type { Column, ListQuery } from './column.ts'

interface DataTableProps<T> {
  /** The table's label for screen readers. */
  label: string
  query: ListQuery<T>
  columns: Column<T>[]
  rowKey: (row: T) => RowKey
  /** Opens a row's drawer. Without it, a narrow row unfolds. */
  onOpen?: ((row: T) => void) | undefined
  /** The row in the drawer. */
  opened?: RowKey | undefined
  /** Lets rows be picked where the list is wide enough. */
  picking?: Picking<T> | undefined
  page?: number
  onPage?: ((page: number) => void) | undefined
  /** Counts every row, where the list has counted only so many. */
  onCount?: (() => void) | undefined
  /** The server's order: `created_at`, or `-created_at` for descending. */
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
  /** Shown instead of an empty table: what `EmptyState` says, or another element. */
  empty?: EmptyStateProps | ReactElement
  /** The list is filtered: an empty table says so and offers to clear the filters. */
  onClear?: (() => void) | undefined
  /** Replaces the row count and the pages, for a list that has neither. */
  footer?: ReactNode
  /** Heading shared by following rows, such as their day. */
  heading?: (row: T) => string
}

/** A list from the server, page by page, with its loading, empty and error states. It holds no state: the URL does. */
export function DataTable<T>(props: DataTableProps<T>) {
  const t = useT()
  const { query, empty = { title: t('state.empty') }, onClear, page = 1, onPage, onCount } = props
  const { data } = query
  if (query.error && !data) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (data?.items.length === 0 && page === 1) {
    if (onClear) return <NothingFits onClear={onClear} />
    return isValidElement(empty) ? empty : <EmptyState {...empty} />
  }
  return (
    <div aria-busy={!data || query.isPlaceholderData}>
      <Rows {...props} />
      {data && props.footer !== undefined && <div className={styles['footer']}>{props.footer}</div>}
      {data?.total !== undefined && (
        <PageFooter
          total={data.total}
          totalIs={data.total_is}
          rows={data.items.length}
          pageSize={data.page_size ?? 20}
          page={page}
          onPage={onPage}
          onCount={onCount}
          isWaiting={query.isPlaceholderData}
        />
      )}
    </div>
  )
}

function Rows<T>(props: DataTableProps<T>) {
  const { query, rowKey, onOpen, opened, heading } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useTableWidth(box)
  const shared = { 'aria-label': props.label, 'data-stale': query.isPlaceholderData || undefined }
  const items = query.data?.items
  const parts = partsOf(props.columns)
  const starts = startsOf(items, heading)
  return (
    <div ref={box} className={styles['frame']}>
      {width === 'narrow' ? (
        <div role="table" className={narrow['rows']} {...shared}>
          <NarrowHead parts={parts} />
          <div role="rowgroup">
            {items?.map((row, i) => (
              <Fragment key={rowKey(row)}>
                {starts(i) && (
                  <div role="row" data-heading>
                    <div role="cell">{heading?.(row)}</div>
                  </div>
                )}
                <NarrowRow row={row} parts={parts} onOpen={onOpen} opened={opened === rowKey(row)} />
              </Fragment>
            ))}
            {!items && <NarrowWaiting />}
          </div>
        </div>
      ) : (
        <WideTable {...props} columns={width === 'middle' ? props.columns.filter((column) => !column.lesser) : props.columns} />
      )}
    </div>
  )
}

function WideTable<T>({ query, columns, rowKey, onOpen, opened, picking, sort, onSort, label, heading }: DataTableProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    // In the next frame, because fitting changes the size of the table itself.
    const observer = new ResizeObserver(() => requestAnimationFrame(() => fit(element)))
    observer.observe(element)
    // Its content grows too: a font arrives, or a cell loads more.
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('mouseover', showWhole)
    return () => {
      observer.disconnect()
      element.removeEventListener('mouseover', showWhole)
    }
  }, [])
  useLayoutEffect(() => void (scroller.current && fit(scroller.current)))
  const items = query.data?.items
  const starts = startsOf(items, heading)
  // The column that opens the row may be hidden.
  const opener = columns.find((column) => column.opens) ?? columns.find((column) => column.at === 'who')
  return (
    <>
      <div className={styles['scroll']} ref={scroller} onScroll={(event) => markCut(event.currentTarget)}>
        <table className={styles['table']} aria-label={label} data-stale={query.isPlaceholderData || undefined}>
          <TableHead columns={columns} sort={sort} onSort={onSort} picking={picking} keys={items?.map(rowKey) ?? []} />
          <tbody>
            {items?.map((row, i) => {
              const id = rowKey(row)
              return (
                <Fragment key={id}>
                  {starts(i) && (
                    <tr data-heading>
                      <td colSpan={columns.length + (picking ? 1 : 0)}>{heading?.(row)}</td>
                    </tr>
                  )}
                  <WideRow {...{ row, id, columns, opener, onOpen, picking }} opened={opened === id} />
                </Fragment>
              )
            })}
            {!items && <Waiting columns={columns.length + (picking ? 1 : 0)} />}
          </tbody>
        </table>
      </div>
      <span className={styles['edge']} aria-hidden />
    </>
  )
}

/** Whether the row at a place is the first under its heading. */
function startsOf<T>(items: T[] | undefined, heading: ((row: T) => string) | undefined): (at: number) => boolean {
  const names = heading && items?.map(heading)
  return (at) => names !== undefined && names[at] !== names[at - 1]
}

/** Moves the columns closer together if that brings all of them in sight; otherwise the list scrolls in itself. */
function fit(scroller: HTMLElement): void {
  delete scroller.dataset['tight']
  if (scroller.scrollWidth - scroller.clientWidth > 1) scroller.dataset['tight'] = ''
  markCut(scroller)
}

/** Marks sides with hidden columns, for a shadow. */
function markCut(scroller: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth, dataset } = scroller
  const hidden = scrollWidth - clientWidth
  const mark = (name: string, on: boolean): void => void (on ? (dataset[name] = '') : delete dataset[name])
  mark('cut', hidden > 1)
  mark('before', scrollLeft > 1)
  mark('after', hidden - scrollLeft > 1)
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
