import { Button } from '@mantine/core'
import { type LinkedDevice, listLinkedDevices, removeLinkedDevice } from '@portico/contract/linked-devices'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { useSave } from '../ui/use-save.ts'
import { deviceName } from './device-name.ts'

/** What a member can do with a device. */
export function DeviceActions({ device, onName, onLink }: { device: LinkedDevice; onName: () => void; onLink: () => void }) {
  const t = useT()
  const { id, rule } = device
  const remove = useSave({
    ask: {
      title: t('linked_device.remove_title', { name: deviceName(device, t) }),
      text: t(`linked_device.remove_${rule}`),
      confirm: t('linked_device.remove'),
      danger: true,
    },
    send: () => call(removeLinkedDevice, { params: { id } }),
    done: t('linked_device.removed'),
    changes: [listLinkedDevices],
  })
  return (
    <>
      {rule === 'link' && (
        <Button size="compact-sm" variant="subtle" onClick={onLink}>
          {t('linked_device.show')}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={onName}>
        {t('linked_device.rename')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('linked_device.remove')}
      </Button>
    </>
  )
}
