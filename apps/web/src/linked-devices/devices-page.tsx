import { Button } from '@mantine/core'
import { type LinkedDevice, listLinkedDevices } from '@portico/contract/linked-devices'
import { getSubscribe } from '@portico/contract/subscriptions'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { get, prefetch } from '../api/query.ts'
import { DevicesCard } from '../devices/devices-card.tsx'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { DeviceActions } from './device-actions.tsx'
import { DeviceList, DevicePlaces } from './device-list.tsx'
import { deviceName } from './device-name.ts'
import styles from './linked-devices.module.css'

const AddDevice = lazyDialog(async () => (await import('./add-device.tsx')).AddDevice)
const RenameDevice = lazyDialog(async () => (await import('./rename-device.tsx')).RenameDevice)
const LinkModal = lazyDialog(async () => (await import('./link-modal.tsx')).LinkModal)

export const Route = createFileRoute('/_signed-in/user/devices')({
  loader: () => prefetch(get(listLinkedDevices, {}), get(getSubscribe, {})),
  component: DevicesPage,
  staticData: { title: 'title.devices' },
})

type Opened = { as: 'add' } | { as: 'name'; device: LinkedDevice } | { as: 'link'; id: number; name: string }

/** The devices that hold the places of the plan: add one with a link of its own, name it, free its place. */
function DevicesPage() {
  const t = useT()
  const { data: list } = useSuspenseQuery({ ...get(listLinkedDevices, {}, { background: true }), refetchInterval: 30_000 })
  const { data: subscription } = useSuspenseQuery(get(getSubscribe, {}))
  const [opened, open] = useState<Opened | null>(null)
  const close = (): void => open(null)
  const isFull = list.limit !== null && list.taken >= list.limit
  if (subscription.state === 'none') {
    return (
      <>
        <PageHeader title={t('title.devices')} />
        <EmptyState drawing="start" title={t('subscription_state.none')} text={t('subscription_state.none_text')}>
          <Button component={PathLink} to="/user/plans">
            {t('dashboard.see_plans')}
          </Button>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('title.devices')} />
      <div className="sections">
        <Card title={t('linked_device.title')} aside={<DevicePlaces list={list} />}>
          <p className="intro">{t('linked_device.text')}</p>
          {isFull && <p className="intro">{t('linked_device.full')}</p>}
          <Button leftSection={<IconPlus size={17} />} disabled={isFull} onClick={() => open({ as: 'add' })}>
            {t('linked_device.add')}
          </Button>
          <p className={`quiet ${styles['note']}`}>{t('linked_device.bytes_text')}</p>
          <DeviceList
            list={list}
            renderActions={(device) => (
              <DeviceActions
                device={device}
                onName={() => open({ as: 'name', device })}
                onLink={() => open({ as: 'link', id: device.id, name: deviceName(device, t) })}
              />
            )}
          />
        </Card>
        <DevicesCard />
      </div>
      {opened?.as === 'add' && (
        <AddDevice
          speed={subscription.speed_limit}
          onClose={close}
          onAdded={({ id, name }: { id: number; name: string }) => open({ as: 'link', id, name })}
        />
      )}
      {opened?.as === 'name' && <RenameDevice device={opened.device} onClose={close} />}
      {opened?.as === 'link' && <LinkModal id={opened.id} name={opened.name} onClose={close} />}
    </>
  )
}
