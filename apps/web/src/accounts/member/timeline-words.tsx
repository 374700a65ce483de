import { describeDevice } from '@portico/contract/describe-device'
import type { TimelineContent } from '@portico/contract/member-timeline-admin'
import {
  IconCash,
  IconCashBanknoteOff,
  IconDownload,
  IconLogin2,
  IconMessageCircle,
  IconNote,
  type IconProps,
  IconReceipt,
  IconUserCog,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { actionText } from '../../audit/act-text.ts'
import { ownFieldText } from '../../audit/own-field-text.ts'
import { EventWords } from '../../events/event-words.tsx'
import { language, useT } from '../../i18n.ts'
import { clientName } from '../../link-fetches/client-name.ts'
import { methodName } from '../../payments/method-name.ts'
import { countryName } from '../../ui/format/country-name.ts'
import { Money } from '../../ui/format/money.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { PathLink } from '../../ui/path-link.tsx'
import styles from './member.module.css'

interface RowProps {
  at: string
  time: string
  Icon: ComponentType<IconProps>
  tone?: 'good' | 'warn' | 'bad' | 'info'
  title: ReactNode
  note?: ReactNode
  amount?: ReactNode
  /** Folded earlier entries. */
  older?: ReactNode
}

function Row({ at, time, Icon, tone = 'info', title, note, amount, older }: RowProps) {
  return (
    <li>
      <time dateTime={at}>{time}</time>
      <Icon size={18} stroke={1.7} aria-hidden data-tone={tone} />
      <span className={styles['what']}>
        {title}
        {note && <small>{note}</small>}
        {older}
      </span>
      {amount && <span className={styles['amount']}>{amount}</span>}
    </li>
  )
}

type Of<T extends TimelineContent['type']> = Extract<TimelineContent, { type: T }>
type When = Pick<RowProps, 'at' | 'time' | 'older'>

/** One entry of a timeline. */
export function TimelineWords({ content, ...when }: When & { content: TimelineContent }) {
  const t = useT()
  switch (content.type) {
    case 'order':
    case 'payment':
    case 'refund':
      return <MoneyRow content={content} {...when} />
    case 'act':
      return <ActRow content={content} {...when} />
    case 'sign_in':
      return <SignInRow content={content} {...when} />
    case 'told':
      return <ToldRow content={content} {...when} />
    case 'fetch': {
      const country = content.country === null ? null : countryName(content.country, language.get())
      const note = [content.network, country].filter((part) => part !== null).join(' · ')
      return <Row {...when} Icon={IconDownload} title={t('member_page.fetched', { app: clientName(content.client, t) })} note={note} />
    }
    case 'note':
      return <Row {...when} Icon={IconNote} title={content.text} note={t('member_page.noted', { author: content.author })} />
    case 'ticket': {
      const note = `${t(`member_page.ticket_${content.status}`)} · ${t('member_page.replies', { n: content.replies })}`
      const title = (
        <PathLink to={`/admin/ticket?ticket=${content.ticket_id}`}>
          {t('member_page.ticket', { id: content.ticket_id, subject: content.subject })}
        </PathLink>
      )
      return <Row {...when} Icon={IconMessageCircle} tone="warn" title={title} note={note} />
    }
  }
}

/** A message is named for staff, with its words to the member below. */
function ToldRow({ content: { event }, ...when }: When & { content: Of<'told'> }) {
  const t = useT()
  const money = useMoney()
  const name = t(`member_page.told_${event.type}`)
  const heading =
    event.type === 'commission_confirmed' ? t('member_page.told_amount', { amount: money(event.data.amount, event.data.currency) }) : name
  return (
    <EventWords
      event={event}
      render={({ icon, tone, title, about, text }) => (
        <Row
          {...when}
          Icon={icon}
          tone={tone}
          title={heading}
          note={event.type === 'commission_confirmed' ? undefined : [title, about, text].filter(Boolean).join(' · ')}
        />
      )}
    />
  )
}

function MoneyRow({ content, ...when }: When & { content: Of<'order' | 'payment' | 'refund'> }) {
  const t = useT()
  const link = <PathLink to={`/admin/order?order=${content.trade_no}`}>{content.trade_no}</PathLink>
  const amount = <Money amount={content.amount} currency={content.currency} />
  const more: Record<typeof content.type, () => string> = {
    order: () => (content.type === 'order' ? t(`order_manage.status_${content.status}`) : ''),
    payment: () => (content.type === 'payment' ? methodName(content.method_name) : ''),
    refund: () => (content.type === 'refund' ? content.reason : ''),
  }
  const title =
    content.type === 'order'
      ? [t(`order_type.${content.order_type}`), content.plan_name].filter(Boolean).join(' · ')
      : t(content.type === 'payment' ? 'member_page.payment' : 'member_page.refund_made')
  const icons = { order: IconReceipt, payment: IconCash, refund: IconCashBanknoteOff }
  const note = (
    <>
      {link} · {more[content.type]()}
    </>
  )
  return (
    <Row
      {...when}
      Icon={icons[content.type]}
      tone={content.type === 'payment' ? 'good' : 'info'}
      title={title}
      note={note}
      amount={amount}
    />
  )
}

/** An audit entry: who did what, with the reason. */
function ActRow({ content, ...when }: When & { content: Of<'act'> }) {
  const t = useT()
  const { action, actor, actor_kind: kind, reason, fields } = content
  const who = t('member_page.by', { actor: actor ?? t(`log.kind_${kind}`) })
  const what = fields.map((field) => ownFieldText('member', field)).join(t('member_page.between_fields'))
  const why = reason === null ? null : t('member_page.for_reason', { reason })
  const note = [who, why, action === 'member.update' ? what : null].filter((part) => part !== null).join(' · ')
  return <Row {...when} Icon={IconUserCog} tone={kind === 'staff' ? 'good' : 'info'} title={actionText(action)} note={note} />
}

function SignInRow({ content, ...when }: When & { content: Of<'sign_in'> }) {
  const t = useT()
  const { result, attempts, ip, country, device } = content
  const found = device === null ? null : describeDevice(device)
  const place = country === null ? null : countryName(country, language.get())
  const name = found ? [found.browser, found.system].filter(Boolean).join(' · ') : device
  const isFine = result === 'signed_in' || result === 'registered' || result === 'signed_out'
  const title = result === 'more' ? t('sign_in.more', { n: attempts }) : t(`sign_in.${result}`)
  return (
    <Row {...when} Icon={IconLogin2} tone={isFine ? 'info' : 'bad'} title={title} note={[name, ip, place].filter(Boolean).join(' · ')} />
  )
}
