import { adminUpdates, type FeedState } from '@portico/contract/updates-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'

/** Below the settings of updates: the version that runs, and what the saved feed says. */
export function VersionLine({ isChanged }: { isChanged: boolean }) {
  const t = useT()
  const { data } = useQuery(get(adminUpdates, {}))
  if (!data) return null
  return (
    <>
      <p>{t('updates.version', { version: data.version })}</p>
      {!isChanged && data.feed !== 'off' && <Newer feed={data.feed} newer={data.newer} />}
    </>
  )
}

function Newer({ feed, newer }: { feed: Exclude<FeedState, 'off'>; newer: { version: string; url: string | null } | null }) {
  const t = useT()
  if (newer === null)
    return <Banner tone={feed === 'read' ? 'good' : 'warn'} title={t(feed === 'read' ? 'updates.newest' : `updates.${feed}`)} />
  const about = newer.url !== null && (
    <a href={newer.url} target="_blank" rel="noreferrer">
      {t('updates.about')}
    </a>
  )
  return <Banner tone="info" title={t('updates.newer', { version: newer.version })} action={about} />
}
