import { adminAssignTicket, adminCloseTicket, adminListTickets, type AdminTicket } from '@portico/contract/tickets-admin'
import { adminTicketCounts } from '@portico/contract/ticket-inbox-admin'
import { call } from '../../api/call.ts'
import { useWho } from '../../api/who.ts'
import { useT } from '../../i18n.ts'
import { confirm } from '../../ui/confirm.tsx'
import { BulkBar, BulkButton } from '../../ui/table/bulk/bulk-bar.tsx'
import { useBulk } from '../../ui/table/bulk/use-bulk.ts'
import type { Picked } from '../../ui/table/use-picking.ts'

const changes = [adminListTickets, adminTicketCounts]

/** Takes or closes the picked tickets, after saying how many; each that fails is named. */
export function TicketsBulk({ picked }: { picked: Picked<AdminTicket> }) {
  const t = useT()
  const me = useWho().id
  const open = picked.rows.filter(({ status }) => status === 'open')
  const n = open.length
  const act = useBulk<AdminTicket, 'close' | 'take'>({
    picked,
    send: ({ id }, what) =>
      what === 'close'
        ? call(adminCloseTicket, { params: { id } }, { background: true })
        : call(adminAssignTicket, { params: { id }, body: { account_id: me } }, { background: true }),
    done: (all, what) => t(what === 'close' ? 'ticket_inbox.bulk_closed' : 'ticket_inbox.bulk_taken', { n: all }),
    changes,
  })
  const ask = async (what: 'close' | 'take'): Promise<void> => {
    const names = open.map(({ id }) => `#${id}`).join(t('ticket_inbox.comma'))
    const waiting = open.filter(({ waits }) => waits === 'waiting_staff').length
    const text = what === 'close' && waiting > 0 ? t('ticket_inbox.bulk_close_text', { names, n: waiting }) : names
    const label = t(what === 'close' ? 'ticket_inbox.bulk_close' : 'ticket_inbox.bulk_take', { n })
    if (await confirm({ title: `${label}?`, text, confirm: label, danger: what === 'close' })) act.run(open, what)
  }
  return (
    <BulkBar {...act.bar}>
      {n > 0 ? (
        (['take', 'close'] as const).map((what) => (
          <BulkButton key={what} busy={act.busy} onClick={() => void ask(what)}>
            {t(what === 'close' ? 'ticket_inbox.bulk_close' : 'ticket_inbox.bulk_take', { n })}
          </BulkButton>
        ))
      ) : (
        <em>{t('ticket_inbox.bulk_none')}</em>
      )}
    </BulkBar>
  )
}
