import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n.ts'
import styles from './items-field.module.css'
import type { SettingsFormApi } from '../settings-form.ts'

interface ItemToolsProps {
  form: SettingsFormApi
  /** Path of the list in the form. */
  path: string
  at: number
  count: number
  /** The item, for screen readers. */
  name: string
  disabled: boolean
}

/** Moves an item of a list one place up or down, or removes it. */
export function ItemTools({ form, path, at, count, name, disabled }: ItemToolsProps) {
  const t = useT()
  const shared = { variant: 'subtle', color: 'gray', size: 'lg' } as const
  return (
    <span className={styles['tools']}>
      <ActionIcon
        {...shared}
        aria-label={t('table.move_up', { name })}
        disabled={disabled || at === 0}
        onClick={() => form.reorderListItem(path, { from: at, to: at - 1 })}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        aria-label={t('table.move_down', { name })}
        disabled={disabled || at === count - 1}
        onClick={() => form.reorderListItem(path, { from: at, to: at + 1 })}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        aria-label={t('setting.item_remove', { name })}
        disabled={disabled}
        onClick={() => form.removeListItem(path, at)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </span>
  )
}
