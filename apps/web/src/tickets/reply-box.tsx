import { Button } from '@mantine/core'
import { fetchTickets, replyTicket, type Ticket, TicketText, uploadTicketFile } from '@portico/contract/tickets'
import { call } from '../api/call.ts'
import { upload } from '../api/upload.ts'
import { useT } from '../i18n.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './tickets.module.css'
import { useTicketDraft } from './ticket-draft.ts'
import { type SendFile, useAttachments } from './use-attachments.ts'
import { WriteBox } from './write-box.tsx'

export const sendOwnFile: SendFile = (file, options) => upload(uploadTicketFile, {}, file, options)
const EMPTY = { text: '' }

/** Where the member answers. What is not sent stays on the device. */
export function ReplyBox({ ticket }: { ticket: Ticket }) {
  const t = useT()
  const { draft, change, clear } = useTicketDraft(String(ticket.id), EMPTY)
  const attachments = useAttachments(sendOwnFile)
  const isEmpty = !TicketText.safeParse(draft.text).success
  const reply = useSave({
    send: () => call(replyTicket, { body: { id: ticket.id, text: draft.text, file_ids: attachments.ids } }),
    changes: [fetchTickets],
    after: () => {
      clear()
      attachments.clear()
    },
  })
  const send = (): void => {
    if (!isEmpty && !attachments.busy && !reply.isPending) reply.mutate()
  }
  return (
    <form
      className={styles['reply']}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <WriteBox
        label={t('ticket.reply')}
        value={draft.text}
        onChange={(text) => change({ text })}
        attachments={attachments}
        isCompact
        onSend={send}
      >
        <Button type="submit" loading={reply.isPending} disabled={isEmpty || attachments.busy}>
          {t('ticket.send')}
        </Button>
      </WriteBox>
    </form>
  )
}
