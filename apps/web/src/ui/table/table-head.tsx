import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useT } from '../../i18n.ts'
import type { Column, Picking, RowKey } from './column.ts'

interface HeadProps<T> {
  columns: Column<T>[]
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
  picking: Picking<T> | undefined
  /** Keys of the page's rows. */
  keys: RowKey[]
}

/** The header row: names to sort by, and a box that picks every row of the page. */
export function TableHead<T>({ columns, sort, onSort, picking, keys }: HeadProps<T>) {
  return (
    <thead>
      <tr>
        {picking && <PickAll picking={picking} keys={keys} />}
        {columns.map((column) => (
          <HeaderCell key={column.header} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

function HeaderCell<T>({ column, sort, onSort }: Pick<HeadProps<T>, 'sort' | 'onSort'> & { column: Column<T> }) {
  const t = useT()
  const { sort: by, header, align, actions, handle } = column
  if (actions || handle)
    return (
      <th data-actions={actions} data-pick={handle}>
        <span className="visually-hidden">{header}</span>
      </th>
    )
  if (!by || !onSort) return <th data-align={align}>{header}</th>
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none'
  return (
    <th data-align={align} aria-sort={direction}>
      <button type="button" title={t('table.sort', { name: header })} onClick={() => onSort(direction === 'descending' ? by : `-${by}`)}>
        {header}
        {direction === 'ascending' && <IconArrowUp size={14} />}
        {direction === 'descending' && <IconArrowDown size={14} />}
      </button>
    </th>
  )
}

function PickAll<T>({ picking: { keys: chosen, onChange }, keys }: { picking: Picking<T>; keys: RowKey[] }) {
  const t = useT()
  const here = keys.filter((key) => chosen.includes(key))
  return (
    <th data-pick>
      <Checkbox
        size="xs"
        aria-label={t('table.pick_all')}
        checked={keys.length > 0 && here.length === keys.length}
        indeterminate={here.length > 0 && here.length < keys.length}
        onChange={(event) => onChange(event.currentTarget.checked ? keys : [])}
      />
    </th>
  )
}
