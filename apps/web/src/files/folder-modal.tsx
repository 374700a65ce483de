import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { adminCreateFolder, adminListFolders, adminUpdateFolder, type FileFolder, FolderNaming } from '@portico/contract/files-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSave } from '../ui/use-save.ts'
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
  const form = useForm({
    initialValues: { name: folder?.name ?? '', parent: String((folder ? folder.parent_id : parentId) ?? TOP) },
    validate: schemaResolver(FolderNaming),
  })
  const save = useSave({
    form,
    send: ({ name, parent }: { name: string; parent: string }) => {
      const body = { name, parent_id: Number(parent) || null }
      return folder ? call(adminUpdateFolder, { params: { id: folder.id }, body }) : call(adminCreateFolder, { body })
    },
    done: t('state.saved'),
    changes: [adminListFolders],
    after: onClose,
  })
  return (
    <FormModal
      title={t(folder ? 'files.folder_edit' : 'files.folder_create')}
      submit={t('action.save')}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput label={t('files.folder_name')} data-autofocus maxLength={60} {...form.getInputProps('name')} />
      <FolderSelect label={t('files.parent')} folders={folders} without={folder?.id} {...form.getInputProps('parent')} />
    </FormModal>
  )
}
