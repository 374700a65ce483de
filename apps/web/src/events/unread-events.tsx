import { Button } from '@mantine/core'
import { type EventType, listEvents, markEventsRead, type MemberEvent } from '@portico/contract/events'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { CompensationNotice } from '../outages/compensation-notice.tsx'
import { RenewalNotice } from '../subscriptions/renewal-notice.tsx'
import { useSave } from '../ui/use-save.ts'
import { UsageAlertNotice } from '../usage-alerts/usage-alert-notice.tsx'
import styles from './events.module.css'

/** How many events to show at once. When one is dismissed, the next takes its place. */
const SHOWN = 5

/** The member's undismissed events, newest first. `hidden`: types that the page shows elsewhere. */
export function UnreadEvents({ hidden = [] }: { hidden?: EventType[] }) {
  const t = useT()
  const { data } = useQuery(get(listEvents, { query: { unread: 'true', page_size: SHOWN } }, { background: true }))
  const shown = data?.items.filter(({ type }) => !hidden.includes(type)) ?? []
  if (shown.length === 0) return null
  return (
    <ul className={styles['list']} aria-label={t('event.unread')}>
      {shown.map((event) => (
        <li key={event.id}>
          <Notice event={event} action={<Dismiss id={event.id} />} />
        </li>
      ))}
    </ul>
  )
}

/** The component for each type of event. */
function Notice({ event, action }: { event: MemberEvent; action: ReactNode }) {
  switch (event.type) {
    case 'outage_compensation':
      return <CompensationNotice data={event.data} action={action} />
    case 'renewal_problem':
      return <RenewalNotice data={event.data} action={action} />
    case 'usage_alert':
      return <UsageAlertNotice data={event.data} action={action} />
  }
}

function Dismiss({ id }: { id: number }) {
  const t = useT()
  const dismiss = useSave({
    send: () => call(markEventsRead, { body: { ids: [id] } }),
    changes: [listEvents],
  })
  return (
    <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
      {t('event.dismiss')}
    </Button>
  )
}
