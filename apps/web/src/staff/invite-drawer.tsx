import { Radio, Stack, TextInput } from '@mantine/core'
import { adminInviteStaff, adminListRoles, adminListStaff, type StaffRole } from '@portico/contract/staff-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { SideDrawer } from '../ui/drawer/side-drawer.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { useRoleText } from './permission-text.ts'
import { roleName } from './role-name.ts'
import styles from './staff.module.css'

/** Invites someone, then shows the link to pass on. */
export function InviteDrawer({ roles, onClose }: { roles: StaffRole[]; onClose: () => void }) {
  const t = useT()
  const roleText = useRoleText()
  const {
    form,
    save: invite,
    bound,
  } = useSavedForm({
    values: { email: '', role_id: '' },
    toInput: ({ email, role_id }) => ({ email, role_id: Number(role_id) }),
    check: (values, input) => ({
      ...schemaErrors(adminInviteStaff.body, input),
      ...(values.role_id === '' ? { role_id: t('staff.choose_role') } : {}),
    }),
    send: (body: { email: string; role_id: number }) => call(adminInviteStaff, { body }),
    changes: [adminListStaff, adminListRoles],
  })
  if (invite.data)
    return (
      <SideDrawer title={t('staff.invited_title')} onClose={onClose}>
        <Stack>
          <p>{t('staff.invited_text', { email: invite.data.invitation.email })}</p>
          <code className={styles['link']} aria-label={t('staff.link')}>
            {invite.data.url}
          </code>
          <CopyButton text={invite.data.url} label={t('staff.copy_link')} variant="filled" />
          <p className="quiet small">{t('staff.link_once')}</p>
        </Stack>
      </SideDrawer>
    )
  return (
    <FormDrawer title={t('staff.invite_title')} {...bound} draft="staff invitation" saveLabel={t('staff.make_link')} onClose={onClose}>
      <TextInput required type="email" data-autofocus maxLength={64} {...fieldOf(form, 'email', t('staff.email'), t('staff.email_text'))} />
      <Radio.Group {...fieldOf(form, 'role_id', t('staff.role'))}>
        <Stack gap="sm" mt="xs">
          {roles.map((role) => (
            <Radio
              key={role.id}
              value={String(role.id)}
              label={roleName(role.key, role.name)}
              description={roleText(role)}
              disabled={!role.grantable}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDrawer>
  )
}
