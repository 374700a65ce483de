import { Button, Loader, Modal } from '@mantine/core'
import type { TicketFile } from '@portico/contract/tickets'
import { IconFileTypePdf, IconFileTypeTxt, IconFileTypeZip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dataUrlOf } from '../../api/download.ts'
import { whyNotSent } from '../../api/upload.ts'
import { useT } from '../../i18n.ts'
import { showToast } from '../../toast.ts'
import { formatBytes } from '../../ui/format/format-bytes.ts'
import { saveFile } from '../../ui/table/save-file.ts'
import styles from './message-files.module.css'

/** Fetches a file; members and staff use different calls. */
export type ReadFile = (id: number) => Promise<Blob>

const ICONS = { 'application/pdf': IconFileTypePdf, 'application/zip': IconFileTypeZip, 'text/plain': IconFileTypeTxt }

/** The files of a message: pictures that open in full, and others to save. */
export function MessageFiles({ files, read }: { files: TicketFile[]; read: ReadFile }) {
  const t = useT()
  if (files.length === 0) return null
  return (
    <ul className={styles['files']} aria-label={t('ticket.files')}>
      {files.map((file) => (
        <li key={file.id}>
          {file.type === 'image/webp' ? <Picture file={file} read={read} /> : <Other file={file} type={file.type} read={read} />}
        </li>
      ))}
    </ul>
  )
}

function Picture({ file, read }: { file: TicketFile; read: ReadFile }) {
  const t = useT()
  const [full, setFull] = useState(false)
  const { data, error, refetch } = useQuery({
    // A sent file never changes.
    queryKey: ['ticket-file', file.id],
    queryFn: async () => dataUrlOf(await read(file.id)),
    staleTime: Infinity,
  })
  if (error) {
    return (
      <Button variant="default" size="xs" onClick={() => void refetch()}>
        {t('action.retry')}
      </Button>
    )
  }
  if (!data) return <Loader size="sm" role="status" aria-label={t('ticket.file_loading', { name: file.name })} />
  return (
    <>
      <button
        type="button"
        className={styles['picture']}
        aria-label={t('ticket.file_open', { name: file.name })}
        onClick={() => setFull(true)}
      >
        <img src={data} alt="" />
      </button>
      <Modal
        opened={full}
        onClose={() => setFull(false)}
        title={<bdi>{file.name}</bdi>}
        size="auto"
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <img className={styles['full'] ?? ''} src={data} alt={file.name} />
      </Modal>
    </>
  )
}

function Other({ file, type, read }: { file: TicketFile; type: keyof typeof ICONS; read: ReadFile }) {
  const [busy, setBusy] = useState(false)
  const Icon = ICONS[type]
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      saveFile(file.name, await read(file.id), type)
    } catch (error) {
      showToast({ kind: 'error', message: whyNotSent(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
      maw="100%"
    >
      <bdi className={styles['name']}>{file.name}</bdi>
      <span className={styles['size']}>{formatBytes(file.size)}</span>
    </Button>
  )
}
