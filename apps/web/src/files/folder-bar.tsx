import { ActionIcon, Menu } from '@mantine/core'
import { adminDeleteFolder, adminListFolders, type FileFolder } from '@portico/contract/files-admin'
import { IconChevronRight, IconDots, IconFolder } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './folder-bar.module.css'
import { pathTo } from './folder-tree.ts'

const FolderModal = lazyDialog(async () => (await import('./folder-modal.tsx')).FolderModal)

interface FolderBarProps {
  folders: FileFolder[]
  /** Opened folder; null: the top one. */
  folderId: number | null
  onOpen: (id: number | null) => void
}

/** The way from the top to the opened folder, and the folders in it. */
export function FolderBar({ folders, folderId, onOpen }: FolderBarProps) {
  const t = useT()
  const path = pathTo(folders, folderId)
  const opened = path.at(-1)
  const inner = folders.filter((folder) => folder.parent_id === folderId)
  return (
    <>
      {opened && (
        <nav className={styles['path']} aria-label={t('files.path')}>
          <TextButton onClick={() => onOpen(null)}>{t('files.top')}</TextButton>
          {path.map((folder) => (
            <span key={folder.id}>
              <IconChevronRight size={14} aria-hidden />
              {folder === opened ? (
                <strong aria-current="page">{folder.name}</strong>
              ) : (
                <TextButton onClick={() => onOpen(folder.id)}>{folder.name}</TextButton>
              )}
            </span>
          ))}
          <FolderMenu folder={opened} folders={folders} onGone={() => onOpen(opened.parent_id)} />
        </nav>
      )}
      {inner.length > 0 && (
        <ul className={styles['folders']} aria-label={t('files.folders')}>
          {inner.map((folder) => (
            <li key={folder.id}>
              <button type="button" onClick={() => onOpen(folder.id)}>
                <IconFolder size={20} aria-hidden />
                <span>
                  <strong>{folder.name}</strong>
                  <small>{t('files.in_folder', { n: folder.files })}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function FolderMenu({ folder, folders, onGone }: { folder: FileFolder; folders: FileFolder[]; onGone: () => void }) {
  const t = useT()
  const [edits, setEdits] = useState(false)
  const remove = useSave({
    ask: { title: t('files.folder_delete_title', { name: folder.name }), confirm: t('files.folder_delete'), danger: true },
    send: () => call(adminDeleteFolder, { params: { id: folder.id } }),
    done: t('files.folder_deleted'),
    changes: [adminListFolders],
    after: onGone,
  })
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('files.folder_actions')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setEdits(true)}>{t('files.folder_edit')}</Menu.Item>
          <Menu.Item color="var(--bad-text)" onClick={() => remove.mutate()}>
            {t('files.folder_delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {edits && <FolderModal folder={folder} parentId={null} folders={folders} onClose={() => setEdits(false)} />}
    </>
  )
}
