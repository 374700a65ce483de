import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import { useT } from '../../i18n.ts'
import { dragRow, moved } from './drag-row.ts'
import styles from './move-buttons.module.css'

/**
 * Moves a row of an ordered list: by dragging, or one place up or down. `onMove` gets the ids in their new order; the rows of the
 * table must be these, in this order.
 */
export function MoveButtons({ id, ids, name, disabled, onMove }: MoveButtonsProps) {
  const t = useT()
  const at = ids.indexOf(id)
  // Not switched off while an order is being saved: the focus would be gone, and with it the way to press again.
  const move = (step: -1 | 1) => () => disabled || onMove(moved(ids, at, at + step))
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const row = event.currentTarget.closest('tr')
    if (!row || event.button !== 0) return
    event.preventDefault()
    dragRow(event.nativeEvent, row, (from, to) => onMove(moved(ids, from, to)))
  }
  return (
    <span className={styles['buttons']}>
      {/* Whoever has no pointer has the buttons. */}
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
  /** What is moved, for those who do not see the row. */
  name: string
  disabled: boolean
  onMove: (ids: number[]) => void
}
