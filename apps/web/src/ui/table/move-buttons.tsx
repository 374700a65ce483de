import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import { useT } from '../../i18n.ts'
import { dragRow, moved } from './drag-row.ts'
import styles from './move-buttons.module.css'

/**
 * Moves a row of an ordered list by dragging, or one place up or down. `ids` must be the table's rows in their order;
 * `onMove` gets them in the new order.
 */
export function MoveButtons({ id, ids, name, disabled, onMove }: MoveButtonsProps) {
  const t = useT()
  const at = ids.indexOf(id)
  // Not disabled during a save: the button would lose the focus, and keyboard users could not press it again.
  const move = (step: -1 | 1) => () => disabled || onMove(moved(ids, at, at + step))
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const row = event.currentTarget.closest('tr')
    if (!row || event.button !== 0) return
    event.preventDefault()
    dragRow(event.nativeEvent, row, (from, to) => onMove(moved(ids, from, to)))
  }
  return (
    <span className={styles['buttons']}>
      {/* For the pointer only: without one, there are the buttons. */}
      <span className={styles['handle']} title={t('table.drag')} aria-hidden onPointerDown={disabled ? undefined : drag}>
        <IconGripVertical size={18} />
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label={t('table.move_up', { name })} disabled={at <= 0} onClick={move(-1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('table.move_down', { name })}
        disabled={at === ids.length - 1}
        onClick={move(1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </span>
  )
}

interface MoveButtonsProps {
  id: number
  ids: number[]
  /** What is moved, for screen readers. */
  name: string
  disabled: boolean
  onMove: (ids: number[]) => void
}
