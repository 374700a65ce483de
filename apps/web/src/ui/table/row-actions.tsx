import { Button, Group, Switch } from '@mantine/core'
import type { Permission } from '@portico/contract/permissions'
import type { ReactNode } from 'react'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { confirm } from '../confirm.tsx'
import { showNotice } from '../../notice.ts'
import { useSave } from '../use-save.ts'

interface SwitchProps {
  label: string
  /** Staff without this permission see the switch but cannot use it. */
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
      aria-label={label}
      checked={saving.isPending ? saving.variables : on}
      disabled={saving.isPending || !may(needs)}
      onChange={(event) => saving.mutate(event.currentTarget.checked)}
    />
  )
}

interface ActionsProps {
  /** More actions for the row. */
  children?: ReactNode
  onEdit: () => void
  /** The question before the deletion, and the message after it. */
  words: { title: string; text?: string; done: string }
  remove: () => Promise<unknown>
  changes: { path: string }[]
  /** Why it cannot be deleted now. */
  kept?: string | undefined
}

/** Edits a row, or deletes it after asking. */
export function RowActions({ children, onEdit, words: { done, ...question }, remove, changes, kept }: ActionsProps) {
  const t = useT()
  const removing = useSave({ send: remove, done, changes })
  const ask = async (): Promise<void> => {
    if (kept !== undefined) showNotice({ kind: 'info', message: kept })
    else if (await confirm({ ...question, confirm: t('action.delete'), danger: true })) removing.mutate()
  }
  return (
    <Group gap={4} justify="flex-end">
      {children}
      <Button size="compact-sm" variant="subtle" onClick={onEdit}>
        {t('action.edit')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="var(--bad-text)"
        {...(kept === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true, title: kept })}
        loading={removing.isPending}
        onClick={() => void ask()}
      >
        {t('action.delete')}
      </Button>
    </Group>
  )
}
