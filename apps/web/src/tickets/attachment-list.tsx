import { IconX } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import styles from './attachments.module.css'
import type { Attachment } from './use-attachments.ts'

/** The files of the next message: how far each is, and why one failed. */
export function AttachmentList({ items, onRemove }: { items: Attachment[]; onRemove: (id: number) => void }) {
  const t = useT()
  if (items.length === 0) return null
  return (
    <ul className={styles['attachments']} aria-label={t('ticket.files')}>
      {items.map(({ id, name, picture, part, sent, reason }) => (
        <li key={id}>
          {picture !== null && <img src={picture} alt="" />}
          <bdi className={styles['name']}>{name}</bdi>
          {reason !== '' && (
            <span className={styles['bad']} role="alert">
              {reason}
            </span>
          )}
          {sent && (
            <span className={styles['size']}>
              <Bytes value={sent.size} />
            </span>
          )}
          {!sent && reason === '' && <progress value={part} max={1} aria-label={t('ticket.file_sending', { name })} />}
          <button
            type="button"
            aria-label={t('ticket.file_remove', { name })}
            title={t('ticket.file_remove', { name })}
            onClick={() => onRemove(id)}
          >
            <IconX size={16} stroke={1.7} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
