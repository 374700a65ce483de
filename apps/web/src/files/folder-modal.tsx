import { TextInput } from '@mantine/core'
import { adminCreateFolder, adminListFolders, adminUpdateFolder, type FileFolder, FolderNaming } from '@portico/contract/files-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { FolderSelect, TOP } from './folder-select.tsx'

interface FolderModalProps {
  /** Folder to edit; null: a new one. */
  folder: FileFolder | null
  /** Parent of a new folder. */
  parentId: number | null
  folders: FileFolder[]
  onClose: () => void
}

/** Creates a folder, or renames and moves one. */
export function FolderModal({ folder, parentId, folders, onClose }: FolderModalProps) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { name: folder?.name ?? '', parent: String((folder ? folder.parent_id : parentId) ?? TOP) },
    check: FolderNaming,
    send: ({ name, parent }: { name: string; parent: string }) => {
      const body = { name, parent_id: Number(parent) || null }
      return folder ? call(adminUpdateFolder, { params: { id: folder.id }, body }) : call(adminCreateFolder, { body })
    },
    done: t('state.saved'),
    changes: [adminListFolders],
    after: onClose,
  })
  return (
    <FormModal title={t(folder ? 'files.folder_edit' : 'files.folder_create')} submit={t('action.save')} {...bound} onClose={onClose}>
      <TextInput data-autofocus maxLength={60} {...fieldOf(form, 'name', t('files.folder_name'))} />
      <FolderSelect folders={folders} without={folder?.id} {...fieldOf(form, 'parent', t('files.parent'))} />
    </FormModal>
  )
}
