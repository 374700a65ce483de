import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import { useT } from '../../i18n.ts'
import { dragRow, moved } from './drag-row.ts'
import styles from './move-buttons.module.css'

interface MoveProps<Id> {
  id: Id
  /** Row ids in order. */
  ids: Id[]
  disabled: boolean
  /** Called with ids in the new order. */
  onMove: (ids: Id[]) => void
}

/** A handle to drag a row by. For the pointer only: others have `MoveItems` or `MoveButtons`. */
export function MoveHandle<Id extends string | number>({ ids, disabled, onMove }: Omit<MoveProps<Id>, 'id'>) {
  const t = useT()
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const row = event.currentTarget.closest<HTMLElement>('tr, li')
    if (!row || event.button !== 0) return
    event.preventDefault()
    dragRow(event.nativeEvent, row, (from, to) => onMove(moved(ids, from, to)))
  }
  return (
    <span
      className={styles['handle']}
      title={t('table.drag')}
      aria-hidden
      data-waits={disabled || undefined}
      onPointerDown={disabled ? undefined : drag}
    >
      <IconGripVertical size={18} />
    </span>
  )
}

/** Moves a row one place up or down, in its menu. */
export function MoveItems<Id extends string | number>({ id, ids, disabled, onMove }: MoveProps<Id>) {
  const t = useT()
  const at = ids.indexOf(id)
  return (
    <>
      <Menu.Item disabled={disabled || at <= 0} onClick={() => onMove(moved(ids, at, at - 1))}>
        {t('table.up')}
      </Menu.Item>
      <Menu.Item disabled={disabled || at === ids.length - 1} onClick={() => onMove(moved(ids, at, at + 1))}>
        {t('table.down')}
      </Menu.Item>
    </>
  )
}

/** A handle, and buttons that move a row one place up or down. `name`: the row, for screen readers. */
export function MoveButtons<Id extends string | number>({ name, ...props }: MoveProps<Id> & { name: string }) {
  const t = useT()
  const { id, ids, disabled, onMove } = props
  const at = ids.indexOf(id)
  // Not disabled during a save: the button would lose the focus, and keyboard users could not press it again.
  const move = (step: -1 | 1) => () => disabled || onMove(moved(ids, at, at + step))
  return (
    <span className={styles['buttons']}>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('table.move_up', { name })} disabled={at <= 0} onClick={move(-1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={t('table.move_down', { name })}
        disabled={at === ids.length - 1}
        onClick={move(1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <MoveHandle {...props} />
    </span>
  )
}
