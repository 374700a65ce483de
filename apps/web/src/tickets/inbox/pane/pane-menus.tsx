import { Menu } from '@mantine/core'
import { adminListTicketStaff, type AdminTicket } from '@portico/contract/tickets-admin'
import { TicketKind, TicketLevel } from '@portico/contract/tickets'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../../api/may.ts'
import { get } from '../../../api/query.ts'
import { useWho } from '../../../api/who.ts'
import { useT } from '../../../i18n.ts'
import type { useTicketActs } from '../use-ticket-acts.ts'
import styles from './pane.module.css'

type Acts = ReturnType<typeof useTicketActs>

/** Kind, level and holder of a ticket; each opens its choices. */
export function PaneMenus({ ticket, acts }: { ticket: AdminTicket; acts: Acts }) {
  const t = useT()
  return (
    <div className={styles['menus']}>
      <Choose label={t('ticket.kind')} value={t(`ticket_kind.${ticket.kind}`)}>
        {TicketKind.options.map((kind) => (
          <Menu.Item key={kind} disabled={kind === ticket.kind} onClick={() => acts.change({ kind })}>
            {t(`ticket_kind.${kind}`)}
          </Menu.Item>
        ))}
      </Choose>
      <Choose label={t('ticket.level')} value={t(`ticket_level.${ticket.level}`)}>
        {TicketLevel.options.toReversed().map((level) => (
          <Menu.Item key={level} disabled={level === ticket.level} onClick={() => acts.change({ level })}>
            {t(`ticket_level.${level}`)}
          </Menu.Item>
        ))}
      </Choose>
      <Holder ticket={ticket} acts={acts} />
    </div>
  )
}

function Holder({ ticket, acts }: { ticket: AdminTicket; acts: Acts }) {
  const t = useT()
  const me = useWho().id
  const [opened, setOpened] = useState(false)
  const staff = useQuery({ ...get(adminListTicketStaff, {}), enabled: opened })
  const others = staff.data?.items.filter(({ id }) => id !== me) ?? []
  const value =
    ticket.assignee === null ? t('ticket_desk.nobody') : ticket.assignee_id === me ? t('ticket_desk.assigned_me') : ticket.assignee
  return (
    <Choose label={t('ticket_desk.holder')} value={value} onChange={setOpened}>
      <Menu.Item disabled={ticket.assignee_id === me} onClick={() => acts.assign(me)}>
        {t('ticket_desk.take')}
      </Menu.Item>
      {others.map(({ id, name, open }) => (
        <Menu.Item key={id} disabled={id === ticket.assignee_id} onClick={() => acts.assign(id)}>
          {t('ticket_desk.counted', { label: name, n: open })}
        </Menu.Item>
      ))}
      <Menu.Item disabled={ticket.assignee_id === null} onClick={() => acts.assign(null)}>
        {t('ticket_desk.give_back')}
      </Menu.Item>
    </Choose>
  )
}

interface ChooseProps {
  label: string
  value: string
  onChange?: (opened: boolean) => void
  children: ReactNode
}

function Choose({ label, value, onChange, children }: ChooseProps) {
  const may = useMay()
  if (!may('tickets.write')) return <span title={label}>{value}</span>
  return (
    <Menu position="bottom-start" {...(onChange ? { onChange } : {})}>
      <Menu.Target>
        <button type="button" aria-label={`${label}: ${value}`}>
          {value} <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
