import { Button } from '@mantine/core'
import type { EventType } from '@portico/contract/events'
import { fetchMessages, markMessagesRead } from '@portico/contract/message-centre'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { unreadMessages } from '../api/unread-messages.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { useSave } from '../ui/use-save.ts'
import { EventWords } from './event-words.tsx'
import styles from './events.module.css'

/** How many events to show at once. When one is dismissed, the next takes its place. */
const SHOWN = 5
/** Those that change what a member can do. The others are news, and wait in the message centre. */
const TYPES: EventType[] = ['node_outage', 'outage_compensation', 'plan_expiring', 'renewal_price', 'renewal_problem', 'usage_alert']

/** The member's undismissed events, newest first. `hidden`: types that the page shows elsewhere. */
export function UnreadEvents({ hidden = [] }: { hidden?: EventType[] }) {
  const t = useT()
  const types = TYPES.filter((type) => !hidden.includes(type))
  const { data } = useQuery(get(fetchMessages, { body: { unread: true, types, page_size: SHOWN } }, { background: true }))
  const shown = data?.items.flatMap(({ id, content }) => (content.type === 'notice' ? [] : [{ id, content }])) ?? []
  if (shown.length === 0) return null
  return (
    <ul className={styles['list']} aria-label={t('event.unread')}>
      {shown.map(({ id, content }) => (
        <li key={id}>
          <EventWords
            event={content}
            render={({ tone, title, text, link }) => (
              <Banner
                tone={tone}
                title={title}
                action={
                  <>
                    {link && (
                      <Button component={PathLink} to={link.to} variant="default">
                        {link.label}
                      </Button>
                    )}
                    <Dismiss id={id} />
                  </>
                }
              >
                {text}
              </Banner>
            )}
          />
        </li>
      ))}
    </ul>
  )
}

function Dismiss({ id }: { id: string }) {
  const t = useT()
  const dismiss = useSave({
    send: () => call(markMessagesRead, { body: { ids: [id] } }),
    changes: [fetchMessages],
    after: () => unreadMessages.set((n) => Math.max(0, n - 1)),
  })
  return (
    <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
      {t('event.dismiss')}
    </Button>
  )
}
