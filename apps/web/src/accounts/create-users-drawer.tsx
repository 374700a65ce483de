import { Switch, Textarea, TextInput } from '@mantine/core'
import { adminCreateUsers, adminListUsers, MAX_NEW_USERS, NewUsers } from '@portico/contract/accounts-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { planIn } from './member/acts.ts'
import { PlanFields, type PlanForm } from './member/plan-fields.tsx'

interface Form extends Record<string, unknown>, PlanForm {
  emails: string
  has_plan: boolean
  reason: string
}

/** Creates an account for each address, with a plan if wanted. */
export function CreateUsersDrawer({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { emails: '', has_plan: true, plan_id: '', days: 30, waits: true, wait_days: 90, reason: '' },
    toInput,
    check: (_, input) => renamed(schemaErrors(NewUsers, input)),
    send: (body: NewUsers) => call(adminCreateUsers, { body }),
    done: ({ ids, taken }) =>
      taken.length === 0
        ? t('many_users.done', { n: ids.length })
        : `${t('many_users.done', { n: ids.length })} ${t('many_users.taken', { n: taken.length })}`,
    changes: [adminListUsers],
    after: onClose,
  })
  return (
    <FormDrawer title={t('many_users.title')} {...bound} draft="new members" saveLabel={t('action.create')} onClose={onClose}>
      <Textarea
        required
        data-autofocus
        autosize
        minRows={6}
        maxRows={14}
        placeholder={'li.wei@example.com\nzhang.min@example.com'}
        {...fieldOf(form, 'emails', t('many_users.emails'), t('many_users.emails_text', { n: MAX_NEW_USERS }))}
      />
      <Switch {...flagOf(form, 'has_plan', t('many_users.has_plan'))} />
      {form.values.has_plan && <PlanFields form={form} />}
      <TextInput required maxLength={200} {...fieldOf(form, 'reason', t('user_manage.reason'), t('member_page.reason_text'))} />
    </FormDrawer>
  )
}

function toInput({ emails, has_plan, reason, ...plan }: Form): NewUsers {
  return { emails: emails.split(/[\s,;，；]+/).filter(Boolean), plan: has_plan ? planIn(plan) : null, reason }
}

/** Errors under the fields of the form. */
function renamed(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [path.startsWith('emails') ? 'emails' : path.replace(/^plan\./, ''), error]),
  )
}
