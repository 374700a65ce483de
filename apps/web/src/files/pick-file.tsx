import { Button, Group, Modal } from '@mantine/core'
import { adminListFiles, type AdminFile } from '@portico/contract/files-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, list } from '../api/query.ts'
import { whyNotSent } from '../api/upload.ts'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { SearchField } from '../ui/table/filter-bar.tsx'
import { PageFooter } from '../ui/table/page-footer.tsx'
import { chooseFiles } from './choose-files.ts'
import { FileGrid, GridWaiting } from './file-grid.tsx'
import styles from './pick-file.module.css'
import { uploadFile } from './upload.ts'

const PAGE_SIZE = 24

/** A dialog to choose a picture, or to upload one and use it at once. */
export function PickFile({ onPick, onClose }: { onPick: (file: AdminFile) => void; onClose: () => void }) {
  const t = useT()
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<AdminFile | null>(null)
  const query = useQuery(list(adminListFiles, { query: { page, page_size: PAGE_SIZE, pictures: 'true', q: q || undefined } }))
  const { part, reason, send } = useSending(onPick)
  const items = query.data?.items
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={<strong>{t('files.choose')}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={styles['tools']}>
        <SearchField
          label={t('files.search')}
          value={q}
          onChange={(text) => {
            setQ(text)
            setPage(1)
          }}
        />
        <Button
          variant="default"
          loading={part !== null}
          onClick={() => chooseFiles(([file]) => file && void send(file), { pictures: true, many: false })}
        >
          {t('files.choose_upload')}
        </Button>
      </div>
      {part !== null && <progress className={styles['progress']} max={1} value={part} aria-label={t('files.uploads')} />}
      {reason && (
        <p className={styles['bad']} role="alert">
          {reason}
        </p>
      )}
      {query.error && !items ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : !items ? (
        <GridWaiting />
      ) : items.length === 0 ? (
        <EmptyState title={t('files.choose_empty')} drawing={q ? 'search' : 'start'} />
      ) : (
        <>
          <FileGrid files={items} small opened={chosen?.id} onOpen={setChosen} />
          <PageFooter
            total={query.data?.total ?? 0}
            totalIs={query.data?.total_is}
            text={t('files.total', { n: query.data?.total ?? 0 })}
            rows={items.length}
            pageSize={PAGE_SIZE}
            page={page}
            onPage={setPage}
          />
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button disabled={chosen === null} onClick={() => chosen && onPick(chosen)}>
          {t('files.choose_use')}
        </Button>
      </Group>
    </Modal>
  )
}

function useSending(onDone: (file: AdminFile) => void) {
  /** Progress, 0 to 1; null: nothing is sent. */
  const [part, setPart] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const send = async (file: File): Promise<void> => {
    setReason('')
    setPart(0)
    try {
      const stored = await uploadFile(file, { onProgress: setPart })
      await invalidate(adminListFiles)
      onDone(stored)
    } catch (error) {
      setReason(whyNotSent(error))
    } finally {
      setPart(null)
    }
  }
  return { part, reason, send }
}
