import {
  adminCloseTicket,
  adminGetTicket,
  adminListTickets,
  adminListTicketStaff,
  adminNoteTicket,
  adminReplyTicket,
  type AdminTicket,
  type AdminTicketMessage,
} from '@portico/contract/tickets-admin'
import { adminTicketCounts } from '@portico/contract/ticket-inbox-admin'
import { ApiError, call } from '../../../api/call.ts'
import { useT } from '../../../i18n.ts'
import { settledNeed } from '../../../app/layout/use-needs.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { useSave } from '../../../ui/use-save.ts'
import type { useAttachments } from '../../use-attachments.ts'
import type { ReplyDraft } from './reply-draft.ts'

interface Sending {
  ticket: AdminTicket
  messages: AdminTicketMessage[]
  mode: 'reply' | 'note'
  draft: ReplyDraft
  attached: ReturnType<typeof useAttachments>
  change: (change: Partial<ReplyDraft>) => void
}

/** Sends what is written. Asks first if the member wrote again since the reply was begun, as the page or the server knows. */
export function useSend({ ticket, messages, mode, draft, attached, change }: Sending) {
  const t = useT()
  const params = { id: ticket.id }
  const seen = draft.seen === '' ? ticket.last_seq : Number(draft.seen)
  const newer = mode === 'reply' ? messages.filter(({ author, kind, seq }) => author === 'member' && kind === 'reply' && seq > seen) : []
  const save = useSave({
    send: async ({ closes, seenSeq }: { closes: boolean; seenSeq: number | undefined }) => {
      const body = { text: draft[mode], file_ids: attached.ids }
      if (mode === 'note') return call(adminNoteTicket, { params, body })
      const reply = await call(adminReplyTicket, { params, body: { ...body, seen_seq: seenSeq } })
      // The reply is out, whatever becomes of this; a failure says so itself.
      if (closes) await call(adminCloseTicket, { params }).catch(() => {})
      return reply
    },
    done: (_, { closes }) => t(mode === 'note' ? 'ticket_inbox.note_saved' : closes ? 'ticket_inbox.sent_and_closed' : 'ticket_inbox.sent'),
    changes: [adminGetTicket, adminListTickets, adminTicketCounts, adminListTicketStaff],
    after: () => {
      if (mode === 'reply' && ticket.waits === 'waiting_staff') settledNeed('tickets_waiting')
      change({ [mode]: '', ...(mode === 'reply' ? { seen: '' } : {}) })
      attached.clear()
    },
  })
  const ask = (n: number): Promise<boolean> =>
    confirm({
      title: t('ticket_inbox.newer', { n }),
      text: t('ticket_inbox.newer_text'),
      confirm: t('ticket_inbox.send_anyway'),
      keep: t('ticket_inbox.look_first'),
    })
  const run = async (closes: boolean): Promise<void> => {
    if (newer.length > 0 && !(await ask(newer.length))) return change({ seen: String(ticket.last_seq) })
    try {
      await save.mutateAsync({ closes, seenSeq: newer.length > 0 ? undefined : seen })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'ticket.newer_message') return
      if (await ask(1)) await save.mutateAsync({ closes, seenSeq: undefined }).catch(() => {})
      else change({ seen: String(seqOf(error) ?? ticket.last_seq) })
    }
  }
  return { run: (closes: boolean) => void run(closes), newer: newer.length, isPending: save.isPending }
}

/** Number of the member's message in the error's details. */
function seqOf({ details }: ApiError): number | undefined {
  return (details as { seq?: number } | undefined)?.seq
}
