import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { listPasskeys, type Passkey, PasskeyName, renamePasskey } from '@portico/contract/passkeys'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSave } from '../ui/use-save.ts'

const Form = z.object({ name: PasskeyName })

/** A name by which the member knows the device again. */
export function RenameModal({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT()
  const form = useForm({ initialValues: { name: passkey.name }, validate: schemaResolver(Form) })
  const rename = useSave({
    form,
    send: (body: { name: string }) => call(renamePasskey, { params: { id: passkey.id }, body }),
    changes: [listPasskeys],
    after: onClose,
  })
  return (
    <FormModal
      title={t('passkey.rename_title')}
      submit={t('action.save')}
      saving={rename.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => rename.mutate(values))}
    >
      <TextInput label={t('passkey.name')} maxLength={60} data-autofocus {...form.getInputProps('name')} />
    </FormModal>
  )
}
