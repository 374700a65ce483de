import { Button } from '@mantine/core'
import { adminGetUser, adminListUsers, type AdminUser, adminUpdateUser, UserChange } from '@portico/contract/accounts-admin'
import type { RestDecision } from '@portico/contract/orders-admin'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { type AdminPlan, adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { RestModal, undecidedRest } from '../../orders/admin/rest-modal.tsx'
import { Banner } from '../../ui/banner.tsx'
import { ForOthers } from '../../ui/for-others.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useMarkedForm } from '../../ui/form/use-marked-form.ts'
import { useSave } from '../../ui/use-save.ts'
import { changeOf, toUserChange, toUserForm, type UserForm, type UserFormApi } from '../user-form.ts'
import styles from './member.module.css'

interface Props {
  user: AdminUser
  children: (form: UserFormApi, plans: AdminPlan[]) => ReactNode
}

/** A few fields of an account with a button to save them. What others change meanwhile shows at once, unless something is entered. */
export function MemberForm({ user: latest, children }: Props) {
  const [user, setUser] = useState(latest)
  const [isDirty, setDirty] = useState(false)
  const [round, setRound] = useState(0)
  const show = (): void => {
    setUser(latest)
    setRound(round + 1)
  }
  if (user !== latest && !isDirty) show()
  return (
    <Fields key={round} user={user} onDirty={setDirty} onReload={show}>
      {children}
    </Fields>
  )
}

interface FieldsProps extends Props {
  onDirty: (isDirty: boolean) => void
  onReload: () => void
}

function Fields({ user, onDirty, onReload, children }: FieldsProps) {
  const t = useT()
  const zone = useZone()
  const may = useMay()
  const plans = useQuery({ ...get(adminListPlans, {}), enabled: may('plans.read') })
  const known = plans.data?.items ?? []
  const form = useMarkedForm<UserForm>({
    initialValues: toUserForm(user, zone),
    validate: (values) => {
      const { expired_at: expires, ...errors } = schemaErrors(UserChange, toUserChange(values, zone))
      return expires ? { ...errors, expires } : errors
    },
  })
  const isDirty = form.isDirty()
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const save = useSave({
    form,
    send: ({ change, decision }: { change: UserChange; decision?: RestDecision }) =>
      call(adminUpdateUser, { params: { id: user.id }, body: { version: user.version, change, ...(decision && { decision }) } }),
    done: t('state.saved'),
    changes: [adminGetUser, adminListUsers, adminMemberTimeline],
    after: () => form.reset(),
  })
  const submit = (values: UserForm): void => {
    const plan = known.find((each) => String(each.id) === values.plan_id)
    const change = changeOf(user, values, plan, zone)
    if (Object.keys(change).length > 0) save.mutate({ change })
  }
  const conflict = save.error instanceof ApiError && save.error.code === 'account.version_conflict'
  const undecided = undecidedRest(save.error)
  const change = save.variables?.change
  return (
    <form noValidate className={styles['form']} onSubmit={form.onSubmit(submit)}>
      {conflict && (
        <Banner
          tone="warn"
          title={t('user_manage.conflict')}
          action={
            <Button variant="default" onClick={onReload}>
              {t('user_manage.reload')}
            </Button>
          }
        >
          {t('user_manage.conflict_text')}
        </Banner>
      )}
      {undecided && change && (
        <RestModal
          undecided={undecided}
          canCarry={change.plan_id !== null}
          saving={save.isPending}
          onClose={() => save.reset()}
          onDecide={(decision) => save.mutate({ change, decision })}
        />
      )}
      <ForOthers accountId={user.id}>
        {children(form, known)}
        <div className="row">
          <Button type="submit" loading={save.isPending} disabled={!isDirty}>
            {t('action.save')}
          </Button>
          {isDirty && (
            <Button variant="default" disabled={save.isPending} onClick={() => form.reset()}>
              {t('state.discard')}
            </Button>
          )}
        </div>
      </ForOthers>
    </form>
  )
}
