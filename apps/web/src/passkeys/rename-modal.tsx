import { TextInput } from '@mantine/core'
import { listPasskeys, type Passkey, PasskeyName, renamePasskey } from '@portico/contract/passkeys'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'

const Form = z.object({ name: PasskeyName })

/** A name by which the member knows the device again. */
export function RenameModal({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { name: passkey.name },
    check: Form,
    send: (body: { name: string }) => call(renamePasskey, { params: { id: passkey.id }, body }),
    changes: [listPasskeys],
    after: onClose,
  })
  return (
    <FormModal title={t('passkey.rename_title')} submit={t('action.save')} {...bound} onClose={onClose}>
      <TextInput maxLength={60} data-autofocus {...fieldOf(form, 'name', t('passkey.name'))} />
    </FormModal>
  )
}
