import { Button, Textarea } from '@mantine/core'
import { MAX_TICKET_FILE_BYTES, MAX_TICKET_FILES } from '@portico/contract/tickets'
import { IconPaperclip } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { AttachmentList } from './attachment-list.tsx'
import { chooseAttachments } from './choose-attachments.ts'
import styles from './write-box.module.css'
import type { useAttachments } from './use-attachments.ts'

interface WriteBoxProps {
  label: string
  value: string
  onChange: (value: string) => void
  attachments: ReturnType<typeof useAttachments>
  error?: ReactNode
  /** true: one line that grows, with buttons at its ends. */
  isCompact?: boolean
  /** Control or Command with Enter. */
  onSend: () => void
  /** The button that sends, at the end of the box. */
  children: ReactNode
}

/** A field for a message, with files: chosen, pasted as pictures, or dropped on it. */
export function WriteBox({ label, value, onChange, attachments, error, isCompact = false, onSend, children }: WriteBoxProps) {
  const t = useT()
  const [over, setOver] = useState(false)
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    attachments.add(files)
  }
  const drag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') attachments.add([...event.dataTransfer.files])
  }
  return (
    <div
      className={styles['box']}
      data-compact={isCompact || undefined}
      data-over={over || undefined}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drag}
    >
      <Textarea
        className={styles['field'] ?? ''}
        {...(isCompact ? { 'aria-label': label, placeholder: label } : { label })}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onPaste={paste}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          onSend()
        }}
        error={error}
        autosize
        minRows={isCompact ? 1 : 4}
        maxRows={isCompact ? 8 : 16}
        maxLength={8000}
      />
      <AttachmentList items={attachments.items} onRemove={attachments.remove} />
      <div className={styles['tools']}>
        <Button
          className={isCompact ? 'sign-only' : ''}
          variant="subtle"
          leftSection={<IconPaperclip size={18} stroke={1.7} aria-hidden />}
          aria-label={t('ticket.attach')}
          disabled={attachments.items.length >= MAX_TICKET_FILES}
          onClick={() => chooseAttachments(attachments.add)}
        >
          {t('ticket.attach')}
        </Button>
        <span className={styles['hint']}>{t('ticket.attach_text', { n: MAX_TICKET_FILES, size: formatBytes(MAX_TICKET_FILE_BYTES) })}</span>
        {children}
      </div>
    </div>
  )
}
