import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import styles from './move-buttons.module.css'

/** Moves a row of an ordered list one place up or down; `onMove` gets the ids in their new order. */
export function MoveButtons({ id, ids, name, disabled, onMove }: MoveButtonsProps) {
  const t = useT()
  const at = ids.indexOf(id)
  const move = (step: -1 | 1) => () => onMove(swapped(ids, at, at + step))
  return (
    <span className={styles['buttons']}>
      <ActionIcon variant="subtle" color="gray" aria-label={t('table.move_up', { name })} disabled={disabled || at <= 0} onClick={move(-1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('table.move_down', { name })}
        disabled={disabled || at === ids.length - 1}
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

function swapped(ids: number[], a: number, b: number): number[] {
  return ids.map((id, i) => (i === a ? (ids[b] ?? id) : i === b ? (ids[a] ?? id) : id))
}
