import type { Permission } from '@portico/contract/permissions'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { MessageKey } from '../../i18n.ts'

export interface MenuEntry {
  path: string
  title: MessageKey
  icon: ComponentType<IconProps>
  /** Addresses that contain this text belong to the entry. */
  covers?: string
  /** Permission to see the entry and open its page; of a list, any one. */
  needs?: Permission | Permission[]
}
export interface MenuGroup {
  title: MessageKey | null
  /** An icon makes the group foldable. */
  icon?: ComponentType<IconProps>
  entries: MenuEntry[]
}
