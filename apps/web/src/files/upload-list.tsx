import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import styles from './upload-list.module.css'
import { cancel, closeUploads, retry, type Upload, uploads } from './upload-queue.ts'

/** Running and failed uploads, with progress and reasons. */
export function UploadList() {
  const t = useT()
  const all = useStore(uploads)
  if (all.length === 0) return null
  const failed = all.filter(({ state }) => state === 'failed')
  const running = all.filter(({ state }) => state === 'waiting' || state === 'sending')
  return (
    <section className={styles['uploads']} aria-label={t('files.uploads')}>
      <header>
        <strong role="status">
          {running.length > 0 ? t('files.uploading', { n: running.length }) : t('files.arrived', { n: all.length - failed.length })}
        </strong>
        {failed.length > 0 && <span className={styles['bad']}>{t('files.failed', { n: failed.length })}</span>}
        {failed.length > 1 && <TextButton onClick={() => failed.forEach(({ id }) => retry(id))}>{t('files.retry_all')}</TextButton>}
        {running.length > 1 && <TextButton onClick={() => running.forEach(({ id }) => cancel(id))}>{t('files.cancel_all')}</TextButton>}
        {running.length === 0 && (
          <button type="button" aria-label={t('files.clear')} onClick={closeUploads}>
            <IconX size={16} />
          </button>
        )}
      </header>
      <ul>
        {/* Those that need a look come first. */}
        {[...failed, ...running, ...all.filter(({ state }) => state === 'done').toReversed()].map((one) => (
          <Row key={one.id} upload={one} />
        ))}
      </ul>
    </section>
  )
}

function Row({ upload: { id, file, state, part, reason } }: { upload: Upload }) {
  const t = useT()
  const { name } = file
  const said = state === 'waiting' ? t('files.waiting') : state === 'done' ? t('files.done') : part === 1 ? t('files.working') : ''
  return (
    <li data-state={state}>
      <span className={styles['name']} title={name}>
        {name}
      </span>
      <span className={styles['said']}>
        {state === 'failed' ? (
          <span className={styles['bad']} role="alert">
            {reason}
          </span>
        ) : (
          said || <Bytes value={file.size} />
        )}
      </span>
      {state === 'sending' && <progress max={1} value={part} aria-label={name} />}
      {state === 'done' ? (
        <IconCheck size={16} aria-hidden />
      ) : (
        <span>
          {state === 'failed' && (
            <button type="button" aria-label={t('files.retry', { name })} onClick={() => retry(id)}>
              <IconRefresh size={16} />
            </button>
          )}
          <button type="button" aria-label={t('files.cancel', { name })} onClick={() => cancel(id)}>
            <IconX size={16} />
          </button>
        </span>
      )}
    </li>
  )
}
