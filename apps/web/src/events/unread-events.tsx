import type { EventType } from '@portico/contract/events'
import { fetchMessages, markMessagesRead } from '@portico/contract/message-centre'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { unreadMessages } from '../api/unread-messages.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { useSave } from '../ui/use-save.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import styles from './events.module.css'

// Most visits have none.
const EventWords = lazyPart(async () => (await import('./event-words.tsx')).EventWords)

/** Most events paged through; at first one is shown. */
const SHOWN = 5
/** Events that affect what a member can do. Others wait in the message centre. */
const TYPES: EventType[] = [
  'node_outage',
  'outage_compensation',
  'plan_expiring',
  'price_announced',
  'renewal_price',
  'renewal_problem',
  'usage_alert',
]

/** The member's undismissed events, newest first. `hidden`: types that the page shows elsewhere. */
export function UnreadEvents({ hidden = [] }: { hidden?: EventType[] }) {
  const t = useT()
  const types = TYPES.filter((type) => !hidden.includes(type))
  const { data } = useQuery(get(fetchMessages, { body: { unread: true, types, page_size: SHOWN } }, { background: true }))
  const [isAll, setAll] = useState(false)
  const unread = data?.items.flatMap(({ id, content }) => (content.type === 'notice' ? [] : [{ id, content }])) ?? []
  if (unread.length === 0) return null
  const shown = isAll ? unread : unread.slice(0, 1)
  const others = (data?.total ?? 0) - shown.length
  return (
    <Suspense>
      <ul className={styles['list']} aria-label={t('event.unread')}>
        {shown.map(({ id, content }) => (
          <li key={id}>
            <EventWords
              event={content}
              render={({ tone, title, text, link, button }) => (
                <Banner
                  tone={tone}
                  title={title}
                  action={
                    <>
                      {button}
                      {link && (
                        <PathLink className={buttonClass('outline')} to={link.to}>
                          {link.label}
                        </PathLink>
                      )}
                      <Dismiss id={id} />
                      {!isAll && others > 0 && (
                        <button type="button" className={buttonClass('subtle')} data-variant="subtle" onClick={() => setAll(true)}>
                          {t('event.more', { n: others })}
                        </button>
                      )}
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
    </Suspense>
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
    <button type="button" className={buttonClass('outline')} disabled={dismiss.isPending} onClick={() => dismiss.mutate()}>
      {t('event.dismiss')}
    </button>
  )
}
