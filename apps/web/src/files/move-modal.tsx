import { Select } from '@mantine/core'
import { adminListFiles, adminListFolders, adminMoveFiles, type FileFolder } from '@portico/contract/files-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSave } from '../ui/use-save.ts'
import { folderChoices } from './folder-tree.ts'

interface MoveModalProps {
  ids: number[]
  folders: FileFolder[]
  /** Where they are now. */
  from: number | null
  onMoved: () => void
  onClose: () => void
}

/** Moves files to another folder. */
export function MoveModal({ ids, folders, from, onMoved, onClose }: MoveModalProps) {
  const t = useT()
  const [to, setTo] = useState(String(from ?? 0))
  const move = useSave({
    send: () => call(adminMoveFiles, { body: { ids, folder_id: Number(to) || null } }),
    done: ({ changed }) => t('files.moved', { n: changed }),
    changes: [adminListFiles, adminListFolders],
    after: () => {
      onMoved()
      onClose()
    },
  })
  return (
    <FormModal
      title={t('files.move_title', { n: ids.length })}
      submit={t('files.move')}
      saving={move.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        move.mutate()
      }}
    >
      <Select
        label={t('files.folder')}
        data-autofocus
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('menu.search_empty')}
        data={[{ value: '0', label: t('files.top') }, ...folderChoices(folders)]}
        value={to}
        onChange={(value) => setTo(value ?? '0')}
      />
    </FormModal>
  )
}
