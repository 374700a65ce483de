import { Button } from '@mantine/core'
import { adminEndSessions, type AdminUser } from '@portico/contract/accounts-admin'
import { adminMemberSignIn } from '@portico/contract/member-actions-admin'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { get, invalidate } from '../../api/query.ts'
import { ClaimCard } from '../../claims/claim-card.tsx'
import { language, useT } from '../../i18n.ts'
import { LinkedCard } from '../../linked-accounts/linked-card.tsx'
import { UserIdentities } from '../../own-account/user-identities.tsx'
import { useStore } from '../../store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ForOthers } from '../../ui/for-others.tsx'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useSave } from '../../ui/use-save.ts'
import { sessionColumns } from '../session-list.tsx'
import { MemberForm } from './member-form.tsx'
import styles from './member.module.css'

/** How a member signs in, where they are signed in, and a new password. */
export function SignInTab({ user }: { user: AdminUser }) {
  const t = useT()
  const may = useMay()
  const locale = useStore(language)
  const query = useQuery(get(adminMemberSignIn, { params: { id: user.id } }))
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageLoading />
  const { identities, second_factor_since: since, sessions } = query.data
  const changed = (): void => void invalidate(adminMemberSignIn, adminMemberTimeline)
  return (
    <div className="sections">
      <ForOthers accountId={user.id}>
        <UserIdentities id={user.id} identities={identities} hasSecondFactor={since !== null} isClosed={user.closed} onChanged={changed} />
      </ForOthers>
      <ForOthers accountId={user.id}>
        <LinkedCard user={user} mayChange={may('members.access')} />
        <ClaimCard user={user} mayChange={may('members.access')} />
      </ForOthers>
      <section>
        <header className={styles['head']}>
          <h2>{t('member_page.sessions')}</h2>
          {may('members.link') && sessions.length > 0 && <EndAll user={user} />}
        </header>
        <DataTable
          label={t('member_page.sessions')}
          query={{ data: { items: sessions }, error: null, isPlaceholderData: false, refetch: query.refetch }}
          columns={sessionColumns(t, locale)}
          rowKey={(session) => session.id}
          empty={<EmptyState title={t('member_page.no_sessions')} />}
        />
      </section>
      {may('members.access') && !user.closed && (
        <MemberForm user={user}>
          {(form) => (
            <FormSection title={t('user_manage.new_password')}>
              <PasswordField
                autoComplete="new-password"
                {...fieldOf(form, 'password', t('user_manage.new_password'), t('user_manage.new_password_text'))}
              />
            </FormSection>
          )}
        </MemberForm>
      )}
    </div>
  )
}

function EndAll({ user }: { user: AdminUser }) {
  const t = useT()
  const end = useSave({
    ask: {
      title: t('user_manage.end_title', { email: user.label }),
      text: t('user_manage.end_ask'),
      confirm: t('user_manage.end_sessions'),
      danger: true,
    },
    send: () => call(adminEndSessions, { params: { id: user.id } }),
    done: t('user_manage.sessions_ended'),
    changes: [adminMemberSignIn, adminMemberTimeline],
  })
  return (
    <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
      {t('user_manage.end_sessions')}
    </Button>
  )
}
