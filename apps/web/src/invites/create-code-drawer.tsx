import { Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { adminCreateInviteCode, adminListInviteCodes } from '@portico/contract/invites-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'

interface CodeForm extends Record<string, unknown> {
  email: string
  kind: 'permanent' | 'limited'
  max_uses: number | string
}

/** Creates a code for a member, without a limit or for a number of accounts. */
export function CreateCodeDrawer({ onClose }: { onClose: () => void }) {
  const t = useT()
  const toInput = ({ email, kind, max_uses: max }: CodeForm) => ({ email, max_uses: kind === 'permanent' ? null : Number(max) })
  const values: CodeForm = { email: '', kind: 'permanent', max_uses: 1 }
  const { form, bound } = useSavedForm({
    values,
    toInput,
    check: adminCreateInviteCode.body,
    send: (body: ReturnType<typeof toInput>) => call(adminCreateInviteCode, { body }),
    done: ({ code }) => t('invites.made', { code }),
    changes: [adminListInviteCodes],
    after: onClose,
  })
  return (
    <FormDrawer title={t('invite_manage.create')} {...bound} draft="invite code" saveLabel={t('action.create')} onClose={onClose}>
      <TextInput
        required
        type="email"
        autoComplete="off"
        data-autofocus
        {...fieldOf(form, 'email', t('invite_manage.owner'), t('invite_manage.owner_text'))}
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
        <NumberInput min={1} allowDecimal={false} {...fieldOf(form, 'max_uses', t('invite_manage.max_uses'))} />
      )}
    </FormDrawer>
  )
}
