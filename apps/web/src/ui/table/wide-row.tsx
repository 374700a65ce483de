import { Checkbox } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { TextButton } from '../plain/text-button.tsx'
import type { Column, Picking, RowKey } from './column.ts'

interface WideRowProps<T> {
  row: T
  id: RowKey
  columns: Column<T>[]
  /** The column whose content opens the row. */
  opener: Column<T> | undefined
  onOpen: ((row: T) => void) | undefined
  /** true: the row's record is open in the drawer. */
  opened: boolean
  picking: Picking<T> | undefined
}

/** One line of cells. */
export function WideRow<T>({ row, id, columns, opener, onOpen, opened, picking }: WideRowProps<T>) {
  const t = useT()
  const picked = picking?.keys.includes(id) ?? false
  const open = (event: MouseEvent): void => void (isOnRow(event) && onOpen?.(row))
  return (
    <tr data-picked={picked || undefined} data-opened={opened || undefined} data-opens={onOpen && true} onClick={open}>
      {picking && (
        <td data-pick>
          <Checkbox
            size="xs"
            aria-label={t('table.pick', { name: picking.name(row) })}
            checked={picked}
            onChange={() => picking.onChange(picked ? picking.keys.filter((key) => key !== id) : [...picking.keys, id])}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.header}
          data-align={column.align}
          data-wrap={column.wrap || undefined}
          data-actions={column.actions || undefined}
          data-pick={column.handle || undefined}
        >
          {column === opener && onOpen ? (
            <TextButton onClick={() => onOpen(row)}>{(column.asText ?? column.render)(row)}</TextButton>
          ) : (
            shownOf(column, row)
          )}
        </td>
      ))}
    </tr>
  )
}

/** Whether a press meant the row, not a control in it, a menu of its own, or text that is being selected. */
function isOnRow({ currentTarget, target }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target) || getSelection()?.isCollapsed === false) return false
  return target.closest('a, button, input, label, [role="menu"]') === null && target.closest('[data-pick], [data-actions]') === null
}

/** Content of a cell; a dash if it has no value. */
function shownOf<T>({ actions, handle, render }: Column<T>, row: T): ReactNode {
  const value = render(row)
  const isBlank = value === null || value === undefined || value === false || value === ''
  return isBlank && !actions && !handle ? '–' : value
}
