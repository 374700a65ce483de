import type { Device, fetchDevices } from '@portico/contract/devices'
import { IconDevices, IconPlus } from '@tabler/icons-react'
import type * as z from 'zod/mini'
import { language, useT } from '../i18n.ts'
import { clientName } from '../link-fetches/client-name.ts'
import { countryName } from '../ui/format/country-name.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import styles from './devices.module.css'

/** The devices that use a subscription, and the places that are free. */
export function DeviceLines({ list }: { list: z.output<typeof fetchDevices.response> }) {
  const t = useT()
  const { items, count, limit } = list
  return (
    <ul className={styles['devices']}>
      {items.map((device) => (
        <Line key={device.ip} device={device} hasCountries={list.has_countries} />
      ))}
      {limit !== null && limit > count && (
        <li className={styles['free']}>
          <IconPlus size={20} stroke={1.6} aria-hidden />
          {t('member_device.free', { n: limit - count })}
        </li>
      )}
    </ul>
  )
}

/** How many devices count now, and of how many. */
export function DeviceCount({ count, limit }: { count: number; limit: number | null }) {
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
