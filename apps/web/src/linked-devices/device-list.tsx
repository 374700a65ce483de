import type { LinkedDevice, LinkedDevices } from '@portico/contract/linked-devices'
import { IconDeviceMobile, IconLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { clientName } from '../link-fetches/client-name.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { deviceName } from './device-name.ts'
import styles from './linked-devices.module.css'

/** The devices that hold places, each with its use and what can be done with it; then the account's own link. */
export function DeviceList({ list, renderActions }: { list: LinkedDevices; renderActions: (device: LinkedDevice) => ReactNode }) {
  return (
    <ul className={styles['list']}>
      {list.items.map((device) => (
        <Device key={device.id} device={device}>
          {renderActions(device)}
        </Device>
      ))}
      <Shared shared={list.shared} />
    </ul>
  )
}

/** How many places are taken, and of how many. */
export function DevicePlaces({ list: { taken, limit } }: { list: LinkedDevices }) {
  const t = useT()
  if (limit === null) return <StatusBadge tone="quiet" label={t('linked_device.taken', { n: taken })} />
  return <StatusBadge tone={taken < limit ? 'good' : 'warn'} label={t('linked_device.taken_of', { taken, limit })} />
}

function Device({ device, children }: { device: LinkedDevice; children: ReactNode }) {
  const t = useT()
  const { client, os, os_version: version, model, name, rule, bytes, last_used_at: used } = device
  const app = client === '' ? null : clientName(client, t)
  const said = [name === '' ? null : model, `${os} ${version}`.trim(), app].filter((part) => part)
  return (
    <li>
      <IconDeviceMobile size={22} stroke={1.6} aria-hidden />
      <div className={styles['words']}>
        <strong>{deviceName(device, t)}</strong>
        {said.length > 0 && <small>{said.join(' · ')}</small>}
        <small>
          {t(`linked_device.rule_${rule}`)} · {used === null ? t('linked_device.unused') : <TimeAgo value={used} />}
        </small>
      </div>
      <div className={styles['end']}>
        {bytes !== null && <Bytes value={bytes} />}
        {!device.has_place && <StatusBadge tone="warn" label={t('linked_device.no_place')} />}
      </div>
      <div className={styles['actions']}>{children}</div>
    </li>
  )
}

function Shared({ shared: { bytes, works, ends_at: ends } }: { shared: LinkedDevices['shared'] }) {
  const t = useT()
  return (
    <li>
      <IconLink size={22} stroke={1.6} aria-hidden />
      <div className={styles['words']}>
        <strong>{t('linked_device.shared')}</strong>
        <small>{t(works ? 'linked_device.shared_text' : 'linked_device.shared_over')}</small>
        {works && ends !== null && (
          <small>
            {t('linked_device.shared_ends')} <DateTime value={ends} part="day" />
          </small>
        )}
      </div>
      <div className={styles['end']}>
        <Bytes value={bytes} />
      </div>
    </li>
  )
}
