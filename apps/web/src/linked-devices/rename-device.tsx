import { TextInput } from '@mantine/core'
import { type LinkedDevice, listLinkedDevices, renameLinkedDevice } from '@portico/contract/linked-devices'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { deviceName } from './device-name.ts'

export function RenameDevice({ device, onClose }: { device: LinkedDevice; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { name: deviceName(device, t).slice(0, 40) },
    check: renameLinkedDevice.body,
    send: (body: { name: string }) => call(renameLinkedDevice, { params: { id: device.id }, body }),
    changes: [listLinkedDevices],
    after: onClose,
  })
  return (
    <FormModal title={t('linked_device.rename_title')} submit={t('action.save')} {...bound} onClose={onClose}>
      <TextInput maxLength={40} data-autofocus {...fieldOf(form, 'name', t('linked_device.name'))} />
    </FormModal>
  )
}
