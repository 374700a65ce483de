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
  /** The permission needed to see the entry and open its page. One from a list is enough. */
  needs?: Permission | Permission[]
}
export interface MenuGroup {
  title: MessageKey | null
  /** With an icon the group folds. */
  icon?: ComponentType<IconProps>
  entries: MenuEntry[]
}
