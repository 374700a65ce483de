import { Checkbox } from '@mantine/core'
import type { TicketCounts } from '@portico/contract/ticket-inbox-admin'
import type { AdminTicket } from '@portico/contract/tickets-admin'
import type { Ref } from 'react'
import { useT } from '../../i18n.ts'
import { Face } from '../../ui/face.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Picking } from '../../ui/table/column.ts'
import styles from './inbox.module.css'
import { Waiting } from './waiting.tsx'

interface ListProps {
  ref: Ref<HTMLUListElement>
  /** Tickets; undefined: not loaded. */
  items: AdminTicket[] | undefined
  targets: TicketCounts['targets'] | undefined
  opened: number | undefined
  isStale: boolean
  picking: Picking<AdminTicket> | undefined
  onOpen: (row: AdminTicket) => void
}

/** Tickets, each in two lines, or three if its subject is long. The arrow-like keys of `useInboxKeys` move between the buttons. */
export function TicketList({ ref, items, targets, opened, isStale, picking, onOpen }: ListProps) {
  const t = useT()
  if (items?.length === 0) return null
  return (
    <ul
      ref={ref}
      className={styles['tickets']}
      aria-busy={!items || isStale}
      data-picking={(picking && picking.keys.length > 0) || undefined}
    >
      {!items && <Bones />}
      {items?.map((row) => (
        <li key={row.id} data-opened={row.id === opened || undefined}>
          <span className={styles['who']}>
            <Face name={row.member} />
            {picking && <Pick row={row} picking={picking} />}
          </span>
          <button type="button" data-ticket={row.id} aria-current={row.id === opened ? 'true' : undefined} onClick={() => onOpen(row)}>
            <span className={styles['first']}>
              <strong data-waits={row.waits === 'waiting_staff' || undefined}>{row.subject}</strong>
              {row.level === 'high' && <StatusBadge tone="warn" label={t('ticket_level.high')} />}
            </span>
            <span className={styles['second']}>
              <span>
                {t(`ticket_kind.${row.kind}`)} · {row.member} · #{row.id}
                {row.assignee !== null && (
                  <span title={t('ticket_inbox.held_by', { name: row.assignee })}> · {row.assignee.split('@')[0]}</span>
                )}
              </span>
              <Waiting ticket={row} targets={targets} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Pick({ row, picking: { keys, onChange, name } }: { row: AdminTicket; picking: Picking<AdminTicket> }) {
  const t = useT()
  const picked = keys.includes(row.id)
  return (
    <Checkbox
      size="xs"
      className={styles['pick'] ?? ''}
      aria-label={t('table.pick', { name: name(row) })}
      checked={picked}
      onChange={() => onChange(picked ? keys.filter((key) => key !== row.id) : [...keys, row.id])}
    />
  )
}

function Bones() {
  const t = useT()
  return ['a', 'b', 'c', 'd'].map((row) => (
    <li key={row} className={styles['bone']}>
      {row === 'a' && <span className="visually-hidden">{t('state.loading')}</span>}
    </li>
  ))
}
