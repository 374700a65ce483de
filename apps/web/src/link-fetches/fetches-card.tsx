import { clearLinkAlarm, fetchLinkFetches } from '@portico/contract/link-fetches'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './link-fetches.module.css'
import { PlaceList } from './place-list.tsx'

/** Shows a member who fetches their link, so that they notice if someone else does. */
export function FetchesCard() {
  const t = useT()
  const query = useQuery(get(fetchLinkFetches, {}))
  const { data, error } = query
  return (
    <Card title={t('link_fetch.title')}>
      <p className="intro">{t('link_fetch.text')}</p>
      {error && !data && <ErrorState error={error} onRetry={query.refetch} />}
      {query.isPending && <PageLoading />}
      {data && (
        <div className={styles['stack']}>
          {data.alarm_at !== null && (
            <Banner tone="warn" title={t('link_fetch.alarm')} action={<AllMine />}>
              <AlarmText networks={data.alarm_networks ?? 0} countries={data.has_countries ? data.alarm_countries : null} />
            </Banner>
          )}
          <div>
            <PlaceList fetches={data.items} hasCountries={data.has_countries} />
          </div>
        </div>
      )}
    </Card>
  )
}

function AllMine() {
  const t = useT()
  const clear = useSave({
    ask: { title: t('link_fetch.mine_title'), text: t('link_fetch.mine_text'), confirm: t('link_fetch.mine') },
    send: () => call(clearLinkAlarm, {}),
    done: t('link_fetch.mine_done'),
    changes: [fetchLinkFetches],
  })
  return (
    <button type="button" className={buttonClass('outline')} disabled={clear.isPending} onClick={() => clear.mutate()}>
      {t('link_fetch.mine')}
    </button>
  )
}

function AlarmText({ networks, countries }: { networks: number; countries: number | null }) {
  const t = useT()
  return countries === null ? t('link_fetch.alarm_text', { networks }) : t('link_fetch.alarm_in', { networks, n: countries })
}
