import { TextInput } from '@mantine/core'
import { addLinkedDevice, listLinkedDevices } from '@portico/contract/linked-devices'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'

interface AddProps {
  /** The plan's, in Mbit/s: it is shared out among devices. */
  speed: number | null
  onClose: () => void
  onAdded: (added: { id: number; name: string }) => void
}

/** Gives a device a link of its own, under a name by which the member knows it again. */
export function AddDevice({ speed, onClose, onAdded }: AddProps) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { name: '' },
    check: addLinkedDevice.body,
    send: (body: { name: string }) => call(addLinkedDevice, { body }),
    changes: [listLinkedDevices],
    after: ({ id }: { id: number }, { name }: { name: string }) => onAdded({ id, name }),
  })
  const text = speed === null ? t('linked_device.add_text') : `${t('linked_device.add_text')} ${t('linked_device.speed_text', { speed })}`
  return (
    <FormModal title={t('linked_device.add')} text={text} submit={t('linked_device.add')} {...bound} onClose={onClose}>
      <TextInput
        maxLength={40}
        data-autofocus
        placeholder={t('linked_device.name_example')}
        {...fieldOf(form, 'name', t('linked_device.name'))}
      />
    </FormModal>
  )
}
