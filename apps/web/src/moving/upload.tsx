import { Button, FileInput, Progress } from '@mantine/core'
import { adminListImports } from '@portico/contract/imports-admin'
import { useRef, useState } from 'react'
import { invalidate } from '../api/query.ts'
import { whyNotSent } from '../api/upload.ts'
import { useT } from '../i18n.ts'
import styles from './moving.module.css'
import { uploadPieces } from './upload-pieces.ts'

/** Brings a file from this computer into the import folder. */
export function Upload({ onStored }: { onStored: (name: string) => void }) {
  const t = useT()
  const [part, setPart] = useState<number | null>(null)
  const [error, setError] = useState('')
  const stop = useRef<AbortController>(null)
  const send = async (file: File | null): Promise<void> => {
    if (!file) return
    const aborting = (stop.current = new AbortController())
    setError('')
    setPart(0)
    try {
      const name = await uploadPieces(file, aborting.signal, setPart)
      await invalidate(adminListImports)
      onStored(name)
    } catch (failure) {
      if (!aborting.signal.aborted) setError(whyNotSent(failure))
    }
    setPart(null)
  }
  if (part !== null) {
    return (
      <div className={styles['running']} role="status">
        <span>{t('moving.uploading')}</span>
        <Progress value={part * 100} aria-label={t('moving.uploading')} />
        <Button variant="default" size="compact-sm" onClick={() => stop.current?.abort()}>
          {t('action.cancel')}
        </Button>
      </div>
    )
  }
  return (
    <FileInput
      label={t('moving.upload')}
      description={t('moving.upload_text')}
      placeholder={t('moving.upload_choose')}
      error={error}
      value={null}
      onChange={(file) => void send(file)}
    />
  )
}
