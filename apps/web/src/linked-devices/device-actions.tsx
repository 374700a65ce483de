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
      title: t('linked.remove_title', { name: deviceName(device, t) }),
      text: t(`linked.remove_${rule}`),
      confirm: t('linked.remove'),
      danger: true,
    },
    send: () => call(removeLinkedDevice, { params: { id } }),
    done: t('linked.removed'),
    changes: [listLinkedDevices],
  })
  return (
    <>
      {rule === 'link' && (
        <Button size="compact-sm" variant="subtle" onClick={onLink}>
          {t('linked.show')}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={onName}>
        {t('linked.rename')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('linked.remove')}
      </Button>
    </>
  )
}
