import { NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminCreateInviteCode, adminListInviteCodes } from '@portico/contract/invites-admin'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { showNotice } from '../notice.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'

interface CodeForm extends Record<string, unknown> {
  email: string
  kind: 'permanent' | 'limited'
  max_uses: number | string
}

/** Makes a code for a member, for good or for a number of accounts. */
export function CreateCodeDrawer({ onClose }: { onClose: () => void }) {
  const t = useT()
  const toInput = ({ email, kind, max_uses: max }: CodeForm) => ({ email, max_uses: kind === 'permanent' ? null : Number(max) })
  const form = useForm<CodeForm>({
    initialValues: { email: '', kind: 'permanent', max_uses: 1 },
    validate: (values) => schemaErrors(adminCreateInviteCode.body, toInput(values)),
  })
  const save = useMutation({
    mutationFn: (body: ReturnType<typeof toInput>) => call(adminCreateInviteCode, { body }),
    onSuccess: async ({ code }) => {
      showNotice({ kind: 'success', message: t('invites.made', { code }) })
      await invalidate(adminListInviteCodes)
      onClose()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <FormDrawer
      opened
      title={t('invite_manage.create')}
      saving={save.isPending}
      dirty={form.isDirty()}
      saveLabel={t('action.create')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}
    >
      <TextInput
        label={t('invite_manage.owner')}
        description={t('invite_manage.owner_text')}
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <SegmentedControl
        fullWidth
        aria-label={t('invite_manage.kind')}
        data={[
          { value: 'permanent', label: t('invite_manage.permanent') },
          { value: 'limited', label: t('invite_manage.limited') },
        ]}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'limited' && (
        <NumberInput label={t('invite_manage.max_uses')} min={1} allowDecimal={false} {...form.getInputProps('max_uses')} />
      )}
    </FormDrawer>
  )
}
