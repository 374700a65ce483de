import { ActionIcon, Button, SegmentedControl, Textarea } from '@mantine/core'
import type { AdminTicket, AdminTicketMessage } from '@portico/contract/tickets-admin'
import { adminUploadTicketFile } from '@portico/contract/tickets-admin'
import { IconMessage2Bolt, IconPaperclip } from '@tabler/icons-react'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { upload } from '../../../api/upload.ts'
import { onMobile } from '../../../app/layout/sidebar-state.ts'
import { useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import { AttachmentList } from '../../attachment-list.tsx'
import { chooseAttachments } from '../../choose-attachments.ts'
import { useTicketDraft } from '../../ticket-draft.ts'
import { type SendFile, useAttachments } from '../../use-attachments.ts'
import { askedAct } from '../use-inbox-keys.ts'
import { CannedPicker } from './canned-picker.tsx'
import styles from './composer.module.css'
import { EMPTY_REPLY } from './reply-draft.ts'
import { useSend } from './use-send.ts'

const MOST = 8000

const sendFile: SendFile = (file, options) => upload(adminUploadTicketFile, {}, file, options)

interface ComposerProps {
  ticket: AdminTicket
  messages: AdminTicketMessage[]
  /** Called when unsent text appears or goes. */
  onWriting: (writing: boolean) => void
}

/** Writes a reply to the member, or a note that only staff see. What is written stays on this device until it is sent. */
export function Composer({ ticket, messages, onWriting }: ComposerProps) {
  const t = useT()
  const { draft, change } = useTicketDraft(`staff.${ticket.id}`, EMPTY_REPLY)
  const attached = useAttachments(sendFile)
  const field = useRef<HTMLTextAreaElement>(null)
  const [choosing, setChoosing] = useState(false)
  const isNarrow = useStore(onMobile)
  const isOpen = ticket.status === 'open'
  // A closed ticket takes notes alone.
  const mode = isOpen && draft.mode === 'reply' ? 'reply' : 'note'
  const text = draft[mode]
  const send = useSend({ ticket, messages, mode, draft, attached, change })
  const canSend = text.trim() !== '' && !attached.busy && !send.isPending

  const isWriting = text.trim() !== ''
  const tell = useEffectEvent(onWriting)
  useEffect(() => tell(isWriting), [isWriting])

  const asked = useStore(askedAct)
  const answer = useEffectEvent(() => {
    if (asked?.ticket !== ticket.id || (asked.act !== 'reply' && asked.act !== 'note')) return
    change({ mode: asked.act })
    field.current?.focus()
    askedAct.set(null)
  })
  useEffect(() => answer(), [asked])

  const write = (next: string): void =>
    change({ [mode]: next, ...(mode === 'reply' ? { seen: next === '' ? '' : draft.seen || String(ticket.last_seq) } : {}) })
  const type = (event: ChangeEvent<HTMLTextAreaElement>): void => {
    const next = event.currentTarget.value
    // A slash that begins a reply asks for a canned one.
    if (mode === 'reply' && text === '' && next === '/') setChoosing(true)
    else write(next)
  }
  const insert = (canned: string): void => {
    write(text.trim() === '' ? canned : `${text.trimEnd()}\n\n${canned}`)
    requestAnimationFrame(() => field.current?.focus())
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (canSend) send.run(false)
  }
  const take = (event: ClipboardEvent | DragEvent, files: FileList): void => {
    if (files.length === 0) return
    event.preventDefault()
    attached.add([...files])
  }

  return (
    <div
      className={styles['composer']}
      data-mode={mode}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer.files)}
    >
      <div className={styles['modes']}>
        {isOpen ? (
          <SegmentedControl
            size="xs"
            aria-label={t('ticket_inbox.mode')}
            data={(['reply', 'note'] as const).map((value) => ({ value, label: t(`ticket_inbox.mode_${value}`) }))}
            value={mode}
            onChange={(next) => change({ mode: next === 'note' ? 'note' : 'reply' })}
          />
        ) : (
          <span className="quiet">{t('ticket_inbox.only_notes')}</span>
        )}
        {send.newer > 0 && (
          <p className={styles['newer']} role="status">
            {t('ticket_inbox.newer', { n: send.newer })}
          </p>
        )}
      </div>
      <CannedPicker ticketId={ticket.id} opened={choosing} onClose={() => setChoosing(false)} onChoose={insert}>
        <Textarea
          ref={field}
          aria-label={t(`ticket_inbox.mode_${mode}`)}
          placeholder={t(`ticket_inbox.write_${mode}`)}
          autosize
          minRows={isNarrow ? 1 : 2}
          maxRows={12}
          maxLength={MOST}
          value={text}
          onChange={type}
          onKeyDown={press}
          onPaste={(event) => take(event, event.clipboardData.files)}
        />
      </CannedPicker>
      <AttachmentList items={attached.items} onRemove={attached.remove} />
      <div className={styles['tools']}>
        <ActionIcon variant="subtle" color="gray" aria-label={t('ticket.attach')} onClick={() => chooseAttachments(attached.add)}>
          <IconPaperclip size={18} stroke={1.7} />
        </ActionIcon>
        {mode === 'reply' && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('ticket_inbox.insert_canned')} onClick={() => setChoosing(true)}>
            <IconMessage2Bolt size={18} stroke={1.7} />
          </ActionIcon>
        )}
        <span className={styles['ends']}>
          {mode === 'reply' && (
            <Button variant="default" disabled={!canSend} onClick={() => send.run(true)}>
              {t('ticket_inbox.send_and_close')}
            </Button>
          )}
          <Button disabled={!canSend} loading={send.isPending} onClick={() => send.run(false)}>
            {t(mode === 'note' ? 'ticket_inbox.save_note' : 'ticket_inbox.send')}
          </Button>
        </span>
      </div>
    </div>
  )
}
