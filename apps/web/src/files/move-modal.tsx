import { adminListFiles, adminListFolders, adminMoveFiles, type FileFolder } from '@portico/contract/files-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSave } from '../ui/use-save.ts'
import { FolderSelect, TOP } from './folder-select.tsx'

interface MoveModalProps {
  ids: number[]
  folders: FileFolder[]
  /** Present folder of the files. */
  from: number | null
  onMoved: () => void
  onClose: () => void
}

/** Moves files to another folder. */
export function MoveModal({ ids, folders, from, onMoved, onClose }: MoveModalProps) {
  const t = useT()
  const [to, setTo] = useState(String(from ?? TOP))
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
      <FolderSelect label={t('files.folder')} data-autofocus folders={folders} value={to} onChange={(value) => setTo(value ?? TOP)} />
    </FormModal>
  )
}
