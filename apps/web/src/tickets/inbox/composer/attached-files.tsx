import { IconX } from '@tabler/icons-react'
import { useT } from '../../../i18n.ts'
import styles from './composer.module.css'
import type { Attached } from './use-attached.ts'

/** Files that go with the next message, with how far each is. */
export function AttachedFiles({ files, onRemove }: { files: Attached[]; onRemove: (key: string) => void }) {
  const t = useT()
  if (files.length === 0) return null
  return (
    <ul className={styles['attached']}>
      {files.map(({ key, name, part, sent, fault }) => (
        <li key={key} data-bad={fault !== null || undefined}>
          <span className="breaks">{name}</span>
          {fault !== null ? <small role="alert">{fault}</small> : sent === null && <progress value={part} max={1} aria-label={name} />}
          <button type="button" aria-label={t('ticket_desk.remove_file', { name })} onClick={() => onRemove(key)}>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
