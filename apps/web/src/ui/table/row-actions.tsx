import { ActionIcon, Menu, Switch } from '@mantine/core'
import type { Permission } from '@portico/contract/permissions'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { showToast } from '../../toast.ts'
import { useSave } from '../use-save.ts'

interface SwitchProps {
  label: string
  /** Permission to use the switch; others see it. */
  needs: Permission
  on: boolean
  save: (on: boolean) => Promise<unknown>
  changes: { path: string }[]
}

/** Switches a row on or off at once. Shows the chosen state during the save. */
export function RowSwitch({ label, needs, on, save, changes }: SwitchProps) {
  const may = useMay()
  const saving = useSave({ send: save, changes })
  return (
    <Switch
      size="xs"
      aria-label={label}
      checked={saving.isPending ? saving.variables : on}
      disabled={saving.isPending || !may(needs)}
      onChange={(event) => saving.mutate(event.currentTarget.checked)}
    />
  )
}

/** What can be done with a row. `name`: the row, for screen readers; `children`: `Menu.Item`s. */
export function RowMenu({ name, busy = false, children }: { name: string; busy?: boolean; children: ReactNode }) {
  const t = useT()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('table.more', { name })} loading={busy}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

export interface RowActionsProps {
  name: string
  /** More menu items. */
  children?: ReactNode
  onEdit: () => void
  /** Question before deleting, and message after. */
  words: { title: string; text?: string; done: string }
  remove: () => Promise<unknown>
  changes: { path: string }[]
  /** Why it cannot be deleted; absent: it can. */
  kept?: string | undefined
}

/** Edits a row, or deletes it after asking. */
export function RowActions({ name, children, onEdit, words: { done, ...question }, remove, changes, kept }: RowActionsProps) {
  const t = useT()
  const removing = useSave({ ask: { ...question, confirm: t('action.delete'), danger: true }, send: remove, done, changes })
  return (
    <RowMenu name={name} busy={removing.isPending}>
      <Menu.Item onClick={onEdit}>{t('action.edit')}</Menu.Item>
      {children}
      <Menu.Item
        color="var(--bad-text)"
        {...(kept === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true, title: kept })}
        onClick={() => (kept === undefined ? removing.mutate() : showToast({ kind: 'info', message: kept }))}
      >
        {t('action.delete')}
      </Menu.Item>
    </RowMenu>
  )
}
