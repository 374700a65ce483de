import { dismissNotices, listNotices, markNoticesSeen, type Notice } from '@portico/contract/notices'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { get, queryClient } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { themedPart } from '../library/themed-part.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'

// Most visits have none.
const NoticeBanner = lazyPart(async () => (await import('./notice-banner.tsx')).NoticeBanner)
const NoticePopup = themedPart(async () => (await import('./notice-popup.tsx')).NoticePopup)

/** Pages for paying, where notices do not interrupt. */
const PAYING = /^\/(user\/(order|plan)\/|order\/|user\/topup|pay_return_url)/
/** Milliseconds between polls, in case a change was missed. */
const POLL_MS = 60_000

const query = get(listNotices, {}, { background: true })

function useNotices(): Notice[] {
  const { data } = useQuery({ ...query, refetchInterval: POLL_MS })
  return data?.items ?? []
}

/** The banners on a member's home, one at a time, so that the page itself stays in sight. */
export function NoticeBanners() {
  const waiting = useNotices().filter(({ placement }) => placement === 'banner')
  const [isAll, setAll] = useState(false)
  const banners = isAll ? waiting : waiting.slice(0, 1)
  const hidden = waiting.length - banners.length
  useSeen(banners)
  return (
    <Suspense>
      {banners.map((one) => (
        <div key={one.id} lang={one.language}>
          <NoticeBanner
            title={one.title}
            body={one.body}
            more={hidden > 0 && <ShowMore count={hidden} onClick={() => setAll(true)} />}
            onDismiss={() => dismiss(one.id)}
          />
        </div>
      ))}
    </Suspense>
  )
}

/** One pop-up at a time over a member's pages. */
export function NoticePopups() {
  const { pathname } = useLocation()
  const popup = useNotices().find(({ placement }) => placement === 'popup' && !PAYING.test(pathname))
  useSeen(popup ? [popup] : [])
  return (
    <Suspense>
      {popup && <NoticePopup key={popup.id} notice={popup} onDismiss={() => dismiss(popup.id)} onClose={() => dismiss(popup.id, false)} />}
    </Suspense>
  )
}

function ShowMore({ count, onClick }: { count: number; onClick: () => void }) {
  const t = useT()
  return (
    <button type="button" className={buttonClass('subtle', 'small')} data-variant="subtle" onClick={onClick}>
      {t('member_notice.more', { n: count })}
    </button>
  )
}

/** Gone at once; if the server cannot be told, it is back with the next answer. `read`: it is not unread any more. */
function dismiss(id: number, read = true): void {
  queryClient.setQueryData(query.queryKey, (now) => now && { ...now, items: now.items.filter((one) => one.id !== id) })
  void call(dismissNotices, { body: { ids: [id], read } }, { background: true }).catch(() => {})
}

/** Tells the server which notices were drawn, each once. */
function useSeen(drawn: Notice[]): void {
  const [told] = useState(() => new Set<string>())
  const keyOf = ({ id, published_at: since, title, body }: Notice): string => `${id} ${since} ${title} ${body}`
  // As many as one call takes.
  const fresh = drawn.filter((one) => one.seen_at === null && !told.has(keyOf(one))).slice(0, 100)
  const ids = fresh.map(({ id }) => id).join()
  const tell = useEffectEvent(() => {
    if (fresh.length === 0) return
    for (const one of fresh) told.add(keyOf(one))
    void call(markNoticesSeen, { body: { ids: fresh.map(({ id }) => id) } }, { background: true }).catch(() => {})
  })
  useEffect(() => tell(), [ids])
}
