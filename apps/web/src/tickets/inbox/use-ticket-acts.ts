import {
  adminAssignTicket,
  adminChangeTicket,
  adminCloseTicket,
  adminGetTicket,
  adminListTickets,
  adminListTicketStaff,
  adminReopenTicket,
  type AdminTicket,
} from '@portico/contract/tickets-admin'
import { adminTicketCounts } from '@portico/contract/ticket-inbox-admin'
import type { TicketKind, TicketLevel } from '@portico/contract/tickets'
import { useEffect, useEffectEvent } from 'react'
import { settledNeed } from '../../app/layout/use-needs.ts'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useWho } from '../../api/who.ts'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useSave } from '../../ui/use-save.ts'
import { askedAct } from './use-inbox-keys.ts'

const changes = [adminGetTicket, adminListTickets, adminTicketCounts, adminListTicketStaff]

/** Acts on a ticket besides answering, also by the keys a and c. */
export function useTicketActs(ticket: AdminTicket) {
  const t = useT()
  const may = useMay()
  const me = useWho().id
  const params = { id: ticket.id }
  const assign = useSave({
    send: (account_id: number | null) => call(adminAssignTicket, { params, body: { account_id } }),
    done: ({ assignee }, id) => (id === null ? t('ticket_inbox.given_back') : t('ticket_inbox.assigned', { name: assignee ?? '' })),
    changes,
  })
  const change = useSave({
    send: (body: { kind?: TicketKind; level?: TicketLevel }) => call(adminChangeTicket, { params, body }),
    done: t('state.saved'),
    changes,
  })
  const close = useSave({ send: () => call(adminCloseTicket, { params }), done: t('ticket_inbox.closed_done', { id: ticket.id }), changes })
  const reopen = useSave({
    send: () => call(adminReopenTicket, { params }),
    done: t('ticket_inbox.reopened_done', { id: ticket.id }),
    changes,
  })

  /** A question that was not answered is not closed by a slip of the finger. */
  const askClose = async (): Promise<void> => {
    const isWaiting = ticket.waits === 'waiting_staff'
    const question = {
      title: t('ticket_inbox.close_title', { id: ticket.id }),
      text: t('ticket_inbox.close_text'),
      confirm: t('ticket_inbox.close'),
    }
    if (isWaiting && !(await confirm({ ...question, danger: true }))) return
    await close.mutateAsync().catch(() => {})
    if (isWaiting) settledNeed('tickets_waiting')
  }

  const asked = useStore(askedAct)
  const answer = useEffectEvent(() => {
    if (asked?.ticket !== ticket.id || !may('tickets.write')) return
    if (asked.act === 'assign') assign.mutate(me)
    if (asked.act === 'close' && ticket.status === 'open') void askClose()
    if (asked.act === 'assign' || asked.act === 'close') askedAct.set(null)
  })
  useEffect(() => answer(), [asked])

  return {
    assign: assign.mutate,
    change: change.mutate,
    close: askClose,
    reopen: () => reopen.mutate(),
    isMoving: close.isPending || reopen.isPending,
  }
}
