import { adminGetUser, adminListUsers, type AdminUser } from '@portico/contract/accounts-admin'
import { adminMemberDevices } from '@portico/contract/member-actions-admin'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { useT } from '../../i18n.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { ActFields } from './act-fields.tsx'
import { actErrors, type ActForm, type ActName, emptyAct, sendAct } from './acts.ts'

const DANGEROUS: ActName[] = ['new_link', 'suspend']

/** Asks for the details of an act and does it. */
export function ActModal({ user, name, onClose }: { user: AdminUser; name: ActName; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: emptyAct(name),
    check: (values) => actErrors(name, values),
    send: (values: ActForm) => sendAct(name, user.id, values),
    done: t(`member_page.done_${name}`),
    changes: [adminGetUser, adminListUsers, adminMemberDevices, adminMemberTimeline],
    after: onClose,
  })
  return (
    <FormModal
      title={t(`member_page.ask_${name}`, { email: user.label })}
      text={t(`member_page.text_${name}`)}
      submit={t(`member_page.act_${name}`)}
      danger={DANGEROUS.includes(name)}
      {...bound}
      onClose={onClose}
    >
      <ActFields name={name} form={form} hasReason={name !== 'message'} user={user} />
    </FormModal>
  )
}
