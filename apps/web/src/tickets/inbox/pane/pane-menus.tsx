import { Menu } from '@mantine/core'
import { adminListTicketStaff, type AdminTicket } from '@portico/contract/tickets-admin'
import { TicketKind, TicketLevel } from '@portico/contract/tickets'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
  const levels = TicketLevel.options.toReversed()
  return (
    <div className={styles['menus']}>
      <Choose
        label={t('ticket.kind')}
        chosen={ticket.kind}
        choices={TicketKind.options.map((kind) => ({ value: kind, name: t(`ticket_kind.${kind}`) }))}
        onChoose={(kind) => acts.change({ kind })}
      />
      <Choose
        label={t('ticket.level')}
        chosen={ticket.level}
        choices={levels.map((level) => ({ value: level, name: t(`ticket_level.${level}`) }))}
        onChoose={(level) => acts.change({ level })}
      />
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
  const name =
    ticket.assignee === null ? t('ticket_inbox.nobody') : ticket.assignee_id === me ? t('ticket_inbox.assigned_me') : ticket.assignee
  return (
    <Choose
      label={t('ticket_inbox.holder')}
      shown={name}
      chosen={ticket.assignee_id}
      choices={[
        { value: me, name: t('ticket_inbox.take') },
        ...others.map(({ id, name: other, open }) => ({ value: id, name: t('ticket_inbox.counted', { label: other, n: open }) })),
        { value: null, name: t('ticket_inbox.give_back') },
      ]}
      onChoose={(id) => acts.assign(id)}
      onOpen={setOpened}
    />
  )
}

interface ChooseProps<T> {
  label: string
  chosen: T
  choices: { value: T; name: string }[]
  /** What the button says; else the chosen name. */
  shown?: string
  onChoose: (value: T) => void
  onOpen?: (opened: boolean) => void
}

function Choose<T>({ label, chosen, choices, shown, onChoose, onOpen }: ChooseProps<T>) {
  const may = useMay()
  const text = shown ?? choices.find(({ value }) => value === chosen)?.name
  if (!may('tickets.write')) return <span title={label}>{text}</span>
  return (
    // In its place in the page, where screen readers know what it belongs to.
    <Menu position="bottom-start" withinPortal={false} {...(onOpen ? { onChange: onOpen } : {})}>
      <Menu.Target>
        <button type="button" aria-label={`${label}: ${text}`}>
          {text} <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ value, name }) => (
          <Menu.RadioItem
            key={String(value)}
            value={String(value)}
            checked={value === chosen}
            data-autofocus={value === chosen || undefined}
            closeMenuOnClick
            onChange={() => onChoose(value)}
          >
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
