import { Button, Loader, Modal } from '@mantine/core'
import type { ProofContent, ProofFile } from '@portico/contract/payment-proofs'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { dataUrl } from './proof-content.ts'
import styles from './proofs.module.css'

interface ProofFilesProps {
  files: ProofFile[]
  /** Fetches one file. Members and operators use different endpoints for this. */
  read: (id: number) => Promise<ProofContent>
  /** Id of the element that describes the files. */
  labelledBy: string
}

/** Shows pictures as thumbnails that open in full, and PDFs as downloads. */
export function ProofFiles({ files, read, labelledBy }: ProofFilesProps) {
  if (files.length === 0) return null
  return (
    <div className={styles['files']} role="group" aria-labelledby={labelledBy}>
      {files.map((file, i) => (
        <Sent key={file.id} file={file} n={i + 1} read={read} />
      ))}
    </div>
  )
}

function Sent({ file, n, read }: { file: ProofFile; n: number; read: ProofFilesProps['read'] }) {
  const t = useT()
  const [full, setFull] = useState(false)
  // An uploaded file never changes.
  const { data, error, refetch } = useQuery({ queryKey: ['proof', file.id], queryFn: () => read(file.id), staleTime: Infinity })
  if (error) {
    return (
      <Button variant="default" size="xs" onClick={() => void refetch()}>
        {t('action.retry')}
      </Button>
    )
  }
  if (!data) return <Loader size="sm" role="status" aria-label={t('proof.loading')} />
  const save = { href: dataUrl(data), download: `proof-${file.id}.${file.type.replace(/^.*\//, '')}` }
  if (file.type === 'application/pdf') {
    return (
      <Button component="a" {...save} variant="default" leftSection={<IconFileTypePdf size={18} />}>
        {t('proof.save_pdf', { size: formatBytes(file.size) })}
      </Button>
    )
  }
  const title = t('proof.picture', { n })
  return (
    <>
      <button type="button" className={styles['thumbnail']} aria-label={t('proof.open', { n })} onClick={() => setFull(true)}>
        <img src={save.href} alt="" />
      </button>
      <Modal opened={full} onClose={() => setFull(false)} title={title} size="auto" closeButtonProps={{ 'aria-label': t('action.close') }}>
        <div className={styles['full']}>
          <img src={save.href} alt={title} />
          <Button component="a" {...save} variant="default">
            {t('proof.save')}
          </Button>
        </div>
      </Modal>
    </>
  )
}
