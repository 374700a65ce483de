import { Select, type SelectProps } from '@mantine/core'
import type { FileFolder } from '@portico/contract/files-admin'
import { useT } from '../i18n.ts'
import { folderChoices } from './folder-tree.ts'

/** How `FolderSelect` names the top folder. */
export const TOP = '0'

interface FolderSelectProps extends Omit<SelectProps, 'data'> {
  folders: FileFolder[]
  /** Folder to leave out, with its content. */
  without?: number | undefined
}

/** Chooses one of all folders, by its id as text. */
export function FolderSelect({ folders, without, ...shared }: FolderSelectProps) {
  const t = useT()
  return (
    <Select
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('menu.search_empty')}
      data={[{ value: TOP, label: t('files.top') }, ...folderChoices(folders, without)]}
      {...shared}
    />
  )
}
