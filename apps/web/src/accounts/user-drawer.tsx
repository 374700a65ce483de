import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminGetUser, adminListUsers, type AdminUser, adminUpdateUser, UserChange } from '@portico/contract/accounts-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import type { Identity } from '@portico/contract/own-account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { UserFetches } from '../link-fetches/user-fetches.tsx'
import { UserIdentities } from '../own-account/user-identities.tsx'
import { Banner } from '../ui/banner.tsx'
import { confirm } from '../ui/confirm.tsx'
import { DrawerHeadline } from '../ui/drawer/drawer-headline.tsx'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { SideDrawer } from '../ui/drawer/side-drawer.tsx'
import { useSave } from '../ui/use-save.ts'
import { BalanceModal } from './balance-modal.tsx'
import { TrafficModal } from './traffic-modal.tsx'
import { UserStates } from './user-columns.tsx'
import { UserFields } from './user-fields.tsx'
import { changeOf, toUserChange, toUserForm, type UserForm } from './user-form.ts'
import { UserSummary } from './user-summary.tsx'

/** One account: its data, the form that changes it, and the actions that take effect at once. */
export function UserDrawer({ id, steps, onClose }: { id: number; steps?: Steps | undefined; onClose: () => void }) {
  const t = useT()
  const query = useQuery(get(adminGetUser, { params: { id } }))
  const [round, setRound] = useState(0)
  const reload = async (): Promise<void> => {
    await query.refetch()
    setRound((now) => now + 1)
  }
  if (query.data) {
    const { user, subscribe_url: link, identities, second_factor_since: since } = query.data
    return (
      <UserEditor
        key={round}
        user={user}
        link={link}
        identities={identities}
        hasSecondFactor={since !== null}
        steps={steps}
        onReload={() => void reload()}
        onClose={onClose}
      />
    )
  }
  return (
    <SideDrawer steps={steps} onClose={onClose} title={t('user_manage.one')}>
      {query.error ? <ErrorState error={query.error} onRetry={query.refetch} /> : <PageLoading />}
    </SideDrawer>
  )
}

interface EditorProps {
  user: AdminUser
  /** null: this operator may not see it. */
  link: string | null
  identities: Identity[]
  hasSecondFactor: boolean
  steps?: Steps | undefined
  onReload: () => void
  onClose: () => void
}

function UserEditor({ user: latest, link, identities, hasSecondFactor, steps, onReload, onClose }: EditorProps) {
  const t = useT()
  const zone = useZone()
  // The account as it was when editing began. Its version shows whether someone else has changed it since.
  const [user] = useState(latest)
  const [adjusting, setAdjusting] = useState(false)
  const [giving, setGiving] = useState(false)
  const plans = useQuery(get(adminListPlans, {}))
  const form = useForm<UserForm>({
    initialValues: toUserForm(user, zone),
    validate: (values) => {
      const { expired_at: expires, ...errors } = schemaErrors(UserChange, toUserChange(values, zone))
      return expires ? { ...errors, expires } : errors
    },
  })
  const save = useSave({
    form,
    send: (change: UserChange) => call(adminUpdateUser, { params: { id: user.id }, body: { version: user.version, change } }),
    done: t('state.saved'),
    changes: [adminListUsers, adminGetUser],
    after: onClose,
  })
  const submit = async (values: UserForm): Promise<void> => {
    const plan = plans.data?.items.find((each) => String(each.id) === values.plan_id)
    const change = changeOf(user, values, plan, zone)
    if (Object.keys(change).length === 0) onClose()
    else if (await agreed(change)) save.mutate(change)
  }
  const agreed = async ({ banned }: UserChange): Promise<boolean> =>
    banned !== true ||
    confirm({
      title: t('user_manage.ban_title', { email: user.label }),
      text: t('user_manage.ban_ask'),
      confirm: t('user_manage.ban'),
      danger: true,
    })
  const changedAtOnce = (): void => {
    // Unsaved input matters more than up-to-date figures.
    if (!form.isDirty()) onReload()
  }
  const given = (): void => {
    setGiving(false)
    changedAtOnce()
  }
  const reload = (): void => {
    // These changes belong to the account as it was, so they are no draft.
    form.reset()
    onReload()
  }
  const conflict = save.error instanceof ApiError && save.error.code === 'account.version_conflict'
  return (
    <>
      <FormDrawer
        title={`${t('user_manage.one')} #${user.id}`}
        headline={
          <DrawerHeadline state={<UserStates user={latest} />} text={latest.plan_name ?? t('user_manage.no_plan')}>
            {user.label}
          </DrawerHeadline>
        }
        steps={steps}
        saving={save.isPending}
        form={form}
        draft={`member ${user.id}`}
        onClose={onClose}
        onSubmit={form.onSubmit((values) => void submit(values))}
      >
        {conflict && (
          <Banner
            tone="warn"
            title={t('user_manage.conflict')}
            action={
              <Button variant="default" onClick={reload}>
                {t('user_manage.reload')}
              </Button>
            }
          >
            {t('user_manage.conflict_text')}
          </Banner>
        )}
        <UserSummary user={latest} link={link} onAdjust={() => setAdjusting(true)} onGive={() => setGiving(true)} />
        {latest.link_alarm_at !== null && (
          <Banner tone="warn" title={t('user_manage.link_alarm')}>
            {latest.link_alarm_countries === null
              ? t('user_manage.link_alarm_text', { networks: latest.link_alarm_networks ?? 0 })
              : t('user_manage.link_alarm_in', { networks: latest.link_alarm_networks ?? 0, n: latest.link_alarm_countries })}
          </Banner>
        )}
        <UserIdentities id={user.id} identities={identities} hasSecondFactor={hasSecondFactor} onChanged={changedAtOnce} />
        <UserFetches id={user.id} />
        <UserFields form={form} user={user} plans={plans.data?.items ?? []} />
      </FormDrawer>
      {giving && <TrafficModal user={latest} onGiven={given} onClose={() => setGiving(false)} />}
      {adjusting && <BalanceModal user={latest} onClose={() => setAdjusting(false)} />}
    </>
  )
}
