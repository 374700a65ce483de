import { Modal } from '@mantine/core'
import type { TicketFile } from '@portico/contract/tickets'
import { adminReadTicketFile } from '@portico/contract/tickets-admin'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dataUrlOf, readFile } from '../../../api/read-file.ts'
import { useT } from '../../../i18n.ts'
import { showToast } from '../../../toast.ts'
import { formatBytes } from '../../../ui/format/format-bytes.ts'
import { saveFile } from '../../../ui/table/save-file.ts'
import styles from './pane.module.css'

/** What was sent with a message: pictures as small ones that open in full, the rest to be saved. */
export function SentFiles({ files }: { files: TicketFile[] }) {
  if (files.length === 0) return null
  return (
    <div className={styles['files']}>
      {files.map((file) => (file.width === null ? <Saved key={file.id} file={file} /> : <Picture key={file.id} file={file} />))}
    </div>
  )
}

function Picture({ file }: { file: TicketFile }) {
  const t = useT()
  const [full, setFull] = useState(false)
  // A file never changes once it is sent.
  const { data } = useQuery({
    queryKey: [adminReadTicketFile.path, file.id],
    queryFn: async ({ signal }) => dataUrlOf(await readFile(adminReadTicketFile, { params: { id: file.id } }, signal)),
    staleTime: Infinity,
  })
  if (data === undefined) return <span className={styles['wait']} aria-busy />
  return (
    <>
      <button
        type="button"
        className={styles['picture']}
        aria-label={t('ticket_desk.open_picture', { name: file.name })}
        onClick={() => setFull(true)}
      >
        <img src={data} alt="" />
      </button>
      <Modal
        opened={full}
        onClose={() => setFull(false)}
        size="auto"
        title={file.name}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <img className={styles['full']} src={data} alt={file.name} />
      </Modal>
    </>
  )
}

function Saved({ file }: { file: TicketFile }) {
  const t = useT()
  const save = async (): Promise<void> => {
    try {
      saveFile(file.name, await readFile(adminReadTicketFile, { params: { id: file.id } }))
    } catch {
      showToast({ kind: 'error', message: t('ticket_desk.file_failed') })
    }
  }
  return (
    <button type="button" className={styles['file']} onClick={() => void save()}>
      <IconPaperclip size={16} stroke={1.7} aria-hidden />
      <span className="breaks">{file.name}</span>
      <span className="quiet">{formatBytes(file.size)}</span>
    </button>
  )
}
