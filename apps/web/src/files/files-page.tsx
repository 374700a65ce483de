import { Button, Select } from '@mantine/core'
import { adminListFiles, adminListFolders, type AdminFile } from '@portico/contract/files-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { lazyDialog, lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, pageNumber, rowId, text, useAskedToOpen, usePageSearch } from '../ui/page-search.ts'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { NothingFits } from '../ui/table/nothing-fits.tsx'
import { PageFooter } from '../ui/table/page-footer.tsx'
import { usePicking } from '../ui/table/use-picking.ts'
import { TextButton } from '../ui/plain/text-button.tsx'
import { chooseFiles } from './choose-files.ts'
import { DropFiles } from './drop-files.tsx'
import { FileBulk } from './file-bulk.tsx'
import { FileGrid, GridWaiting } from './file-grid.tsx'
import { FolderBar } from './folder-bar.tsx'
import { pathTo } from './folder-tree.ts'
import styles from './file-grid.module.css'
import { UploadList } from './upload-list.tsx'
import { enqueue } from './upload-queue.ts'

const FileDrawer = lazyDrawer(async () => (await import('./file-drawer.tsx')).FileDrawer)
const FolderModal = lazyDialog(async () => (await import('./folder-modal.tsx')).FolderModal)

const SORTS = { '-created_at': 'newest', created_at: 'oldest', name: 'name', '-size': 'largest' } as const
const SORT_NAMES = Object.keys(SORTS) as (keyof typeof SORTS)[]
const PAGE_SIZE = 48
const Search = z.object({ folder: rowId, q: text, sort: choice(SORT_NAMES), page: pageNumber })

const foldersQuery = list(adminListFolders, {})

export const Route = createFileRoute('/_signed-in/_console/admin/content/files')({
  loader: () => prefetch(foldersQuery),
  component: FilesPage,
  staticData: { title: 'title.content_files' },
})

function FilesPage() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const { q, sort, page } = search
  const folderId = search.folder ?? null
  const folders = useQuery(foldersQuery).data?.items ?? []
  // A search looks into all folders.
  const query = useQuery(
    list(adminListFiles, { query: { page, page_size: PAGE_SIZE, sort, q, folder_id: q ? undefined : (folderId ?? 0) } }),
  )
  const [opened, setOpened] = useState<number>()
  const [makesFolder, setMakesFolder] = useState(false)
  const items = query.data?.items
  const file = items?.find(({ id }) => id === opened)
  const steps = stepsOf(
    items,
    ({ id }) => id === opened,
    ({ id }: AdminFile) => setOpened(id),
  )
  const { picking, picked } = usePicking({ query, rowKey: (one: AdminFile) => one.id }, (one) => one.name)
  const isAll = items !== undefined && picked.rows.length === items.length
  const upload = (): void => chooseFiles((files) => enqueue(files, folderId))
  useAskedToOpen(true, upload)
  const openFolder = (id: number | null): void => change({ folder: id ?? undefined, q: undefined })
  const isEmpty = items?.length === 0 && page === 1
  const holdsFolders = folders.some((folder) => folder.parent_id === folderId)
  const isNew = isEmpty && !q && folderId === null && folders.length === 0
  const button = <Button onClick={upload}>{t('files.upload')}</Button>
  return (
    <>
      <PageHeader title={t('title.content_files')} text={t('files.text')}>
        <Button variant="default" onClick={() => setMakesFolder(true)}>
          {t('files.new_folder')}
        </Button>
        {!isNew && button}
      </PageHeader>
      <UploadList />
      <FilterBar hidden={isNew} active={Boolean(q)} onClear={() => change({ q: undefined })}>
        <SearchField label={t('files.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <Select
          aria-label={t('files.sort')}
          allowDeselect={false}
          data={SORT_NAMES.map((value) => ({ value, label: t(`files.sort_${SORTS[value]}`) }))}
          value={sort ?? '-created_at'}
          onChange={(value) => change({ sort: value === '-created_at' ? undefined : (value ?? undefined) })}
        />
      </FilterBar>
      {!q && <FolderBar folders={folders} folderId={folderId} onOpen={openFolder} />}
      {query.error && !items ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : !items ? (
        <GridWaiting />
      ) : isEmpty ? (
        q ? (
          <NothingFits onClear={() => change({ q: undefined })} />
        ) : holdsFolders ? (
          <p className="quiet">{t('files.empty_text')}</p>
        ) : (
          <EmptyState title={t(isNew ? 'files.empty' : 'files.empty_folder')} text={t('files.empty_text')} drawing="start">
            {isNew && button}
          </EmptyState>
        )
      ) : (
        <div aria-busy={query.isPlaceholderData}>
          <p className={styles['tools']}>
            <TextButton onClick={() => picking.onChange(isAll ? [] : items.map(({ id }) => id))}>
              {t(isAll ? 'files.pick_none' : 'files.pick_all')}
            </TextButton>
          </p>
          <FileGrid files={items} opened={opened} onOpen={({ id }) => setOpened(id)} picking={picking} />
          <PageFooter
            total={query.data?.total ?? 0}
            totalIs={query.data?.total_is}
            text={t('files.total', { n: query.data?.total ?? 0 })}
            rows={items.length}
            pageSize={PAGE_SIZE}
            page={page}
            onPage={(next) => change({ page: next })}
          />
        </div>
      )}
      <FileBulk picked={picked} folders={folders} folderId={folderId} />
      <DropFiles
        text={t('files.drop', { folder: pathTo(folders, folderId).at(-1)?.name ?? t('files.top') })}
        onFiles={(files) => enqueue(files, folderId)}
      />
      {file && <FileDrawer key={file.id} file={file} folders={folders} steps={steps} onClose={() => setOpened(undefined)} />}
      {makesFolder && <FolderModal folder={null} parentId={folderId} folders={folders} onClose={() => setMakesFolder(false)} />}
    </>
  )
}
