import { Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminCreateInviteCode, adminListInviteCodes } from '@portico/contract/invites-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'

interface CodeForm extends Record<string, unknown> {
  email: string
  kind: 'permanent' | 'limited'
  max_uses: number | string
}

/** Creates a code for a member, without a limit or for a number of accounts. */
export function CreateCodeDrawer({ onClose }: { onClose: () => void }) {
  const t = useT()
  const toInput = ({ email, kind, max_uses: max }: CodeForm) => ({ email, max_uses: kind === 'permanent' ? null : Number(max) })
  const form = useForm<CodeForm>({
    initialValues: { email: '', kind: 'permanent', max_uses: 1 },
    validate: (values) => schemaErrors(adminCreateInviteCode.body, toInput(values)),
  })
  const save = useSave({
    form,
    send: (body: ReturnType<typeof toInput>) => call(adminCreateInviteCode, { body }),
    done: ({ code }) => t('invites.made', { code }),
    changes: [adminListInviteCodes],
    after: onClose,
  })
  return (
    <FormDrawer
      title={t('invite_manage.create')}
      saving={save.isPending}
      form={form}
      draft="invite code"
      saveLabel={t('action.create')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}
    >
      <TextInput
        required
        label={t('invite_manage.owner')}
        description={t('invite_manage.owner_text')}
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Input.Wrapper label={t('invite_manage.kind')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('invite_manage.kind')}
          data={[
            { value: 'permanent', label: t('invite_manage.permanent') },
            { value: 'limited', label: t('invite_manage.limited') },
          ]}
          {...form.getInputProps('kind')}
        />
      </Input.Wrapper>
      {form.values.kind === 'limited' && (
        <NumberInput label={t('invite_manage.max_uses')} min={1} allowDecimal={false} {...form.getInputProps('max_uses')} />
      )}
    </FormDrawer>
  )
}
