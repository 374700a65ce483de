import { Button } from '@mantine/core'
import { type Device, fetchDevices, resetDevices } from '@portico/contract/devices'
import { IconDevices, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { language, useT } from '../i18n.ts'
import { clientName } from '../link-fetches/client-name.ts'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/confirm.tsx'
import { countryName } from '../ui/format/country-name.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './devices.module.css'

const EVERY_MS = 30_000

/** The devices that use the subscription now, and their limit. `isBrief`: without explanations and without clearing the list. */
export function DevicesCard({ isBrief = false }: { isBrief?: boolean }) {
  const t = useT()
  const query = useQuery({ ...get(fetchDevices, {}, { background: true }), refetchInterval: EVERY_MS })
  const { data, error } = query
  return (
    <Card title={t('member_device.title')} aside={data && <Count count={data.count} limit={data.limit} />}>
      {!isBrief && <p className="intro">{t('member_device.text')}</p>}
      {error && !data && <ErrorState error={error} onRetry={query.refetch} />}
      {query.isPending && <PageLoading />}
      {data?.items.length === 0 && <p className="intro">{t('member_device.none')}</p>}
      {data && (
        <ul className={styles['devices']}>
          {data.items.map((device) => (
            <Line key={device.ip} device={device} hasCountries={data.has_countries} />
          ))}
          {data.limit !== null && data.limit > data.count && (
            <li className={styles['free']}>
              <IconPlus size={20} stroke={1.6} aria-hidden />
              {t('member_device.free', { n: data.limit - data.count })}
            </li>
          )}
        </ul>
      )}
      {data && data.items.length > 0 && !isBrief && <Forget />}
    </Card>
  )
}

function Count({ count, limit }: { count: number; limit: number | null }) {
  const t = useT()
  if (limit === null) return <StatusBadge tone="quiet" label={t('member_device.count', { n: count })} />
  return <StatusBadge tone={count < limit ? 'good' : 'warn'} label={t('member_device.count_of', { count, limit })} />
}

function Line({ device, hasCountries }: { device: Device; hasCountries: boolean }) {
  const t = useT()
  const country = hasCountries ? countryName(device.country, language.get()) : null
  const app = device.client === null ? null : clientName(device.client, t)
  return (
    <li data-past={!device.counted || undefined}>
      <IconDevices size={20} stroke={1.6} aria-hidden />
      <span>
        <strong>{device.ip}</strong>
        <small>{[app, country, device.node_name].filter((part) => part !== null).join(' · ')}</small>
      </span>
      {device.counted ? <StatusBadge tone="good" label={t('member_device.now')} /> : <TimeAgo value={device.seen_at} />}
    </li>
  )
}

function Forget() {
  const t = useT()
  const reset = useSave({
    send: () => call(resetDevices, {}),
    done: t('member_device.forgotten'),
    changes: [fetchDevices],
  })
  const ask = async (): Promise<void> => {
    const question = { title: t('member_device.forget_title'), text: t('member_device.forget_text'), confirm: t('member_device.forget') }
    if (await confirm(question)) reset.mutate()
  }
  return (
    <Button variant="default" loading={reset.isPending} onClick={() => void ask()}>
      {t('member_device.forget')}
    </Button>
  )
}
