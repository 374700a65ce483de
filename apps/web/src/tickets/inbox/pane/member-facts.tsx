import type { TicketMember } from '@portico/contract/ticket-inbox-admin'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n.ts'
import { LANGUAGE_NAMES } from '../../../ui/form/in-languages.tsx'
import { Bytes } from '../../../ui/format/bytes.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { formatNumber } from '../../../ui/format/format-number.ts'
import { TimeAgo } from '../../../ui/format/time-ago.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import styles from './pane.module.css'

const TONES: Record<TicketMember['state'], Tone> = { none: 'quiet', active: 'good', expired: 'bad', over_quota: 'warn' }

interface FactsProps {
  member: TicketMember | undefined
  /** true: one line that opens. */
  isFolded: boolean
}

/** What an answer needs to know of the member: what seems to be wrong, and a line of facts. */
export function MemberFacts({ member, isFolded }: FactsProps) {
  const t = useT()
  if (!member) return <div className={styles['facts']} aria-busy />
  const state = <StatusBadge tone={member.fault === null ? 'good' : 'warn'} label={member.fault?.title ?? t('member_page.healthy')} />
  const advice = member.fault !== null && <p className={styles['advice']}>{member.fault.advice}</p>
  if (isFolded)
    return (
      <details className={styles['folded']}>
        <summary>
          {state}
          <span className="quiet">{member.plan_name}</span>
        </summary>
        {advice}
        <Facts member={member} />
      </details>
    )
  return (
    <>
      <Facts member={member} state={state} />
      {advice}
    </>
  )
}

function Facts({ member: data, state: fault }: { member: TicketMember; state?: ReactNode }) {
  const t = useT()
  const { state, plan_name: plan, banned, closed } = data
  return (
    <dl className={styles['facts']} aria-label={t('ticket_inbox.member')}>
      {fault && (
        <div>
          <dt>{t('ticket_inbox.check')}</dt>
          <dd>{fault}</dd>
        </div>
      )}
      <div>
        <dt>{t('ticket_inbox.plan')}</dt>
        <dd>
          {plan ?? t('ticket_inbox.no_plan')}
          {plan !== null && <StatusBadge tone={TONES[state]} label={t(`ticket_inbox.member_${state}`)} />}
          {banned && <StatusBadge tone="bad" label={t('ticket_inbox.member_banned')} />}
          {closed && <StatusBadge tone="bad" label={t('ticket_inbox.member_closed')} />}
        </dd>
      </div>
      {plan !== null && (
        <div>
          <dt>{t('ticket_inbox.expires')}</dt>
          <dd>{data.expires_at === null ? t('ticket_inbox.never') : <DateTime value={data.expires_at} part="day" />}</dd>
        </div>
      )}
      {plan !== null && (
        <div>
          <dt>{t('ticket_inbox.used')}</dt>
          <dd>
            <span>
              <Bytes value={data.used} /> / <Bytes value={data.quota} />
            </span>
          </dd>
        </div>
      )}
      <div>
        <dt>{t('ticket_inbox.fetched')}</dt>
        <dd>
          {data.last_fetch_at === null ? t('ticket_inbox.never_fetched') : <TimeAgo value={data.last_fetch_at} />}
          {data.last_client !== null && <span className="quiet">{data.last_client.slice(0, 40)}</span>}
        </dd>
      </div>
      {data.language !== null && (
        <div>
          <dt>{t('ticket_inbox.language')}</dt>
          <dd>{LANGUAGE_NAMES[data.language]}</dd>
        </div>
      )}
      {data.other_tickets > 0 && (
        <div>
          <dt>{t('ticket_inbox.others')}</dt>
          <dd>{formatNumber(data.other_tickets)}</dd>
        </div>
      )}
    </dl>
  )
}
