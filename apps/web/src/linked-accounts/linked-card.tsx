import { Button, TextInput } from '@mantine/core'
import { adminGetUser, type AdminUser } from '@portico/contract/accounts-admin'
import { adminLinkAccount, adminLinkedAccounts, adminUnlinkAccount } from '@portico/contract/linked-accounts-admin'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MemberLink } from '../accounts/member-link.tsx'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'

const changes = [adminLinkedAccounts, adminGetUser, adminMemberTimeline]

/** For operators: which accounts are used under one sign-in with this one. */
export function LinkedCard({ user, mayChange }: { user: AdminUser; mayChange: boolean }) {
  const t = useT()
  const [asked, ask] = useState<'link' | 'unlink' | null>(null)
  const { data, error, refetch } = useQuery(get(adminLinkedAccounts, { params: { id: user.id } }))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  const isNobodys = user.email === null && user.phone === null && !user.closed
  const { main, items } = data
  if (main === null && items.length === 0 && !isNobodys) return null
  return (
    <FormSection title={t('linked_card.title')} text={t('linked_card.text')}>
      {main !== null && (
        <p>
          {t('linked_card.main')} <MemberLink id={main.id} email={main.label} />
        </p>
      )}
      {items.map(({ id, label }) => (
        <p key={id}>
          {t('linked_card.item')} <MemberLink id={id} email={label} />
        </p>
      ))}
      {main === null && items.length === 0 && <p className="quiet">{t('linked_card.none')}</p>}
      {mayChange && (main !== null || (isNobodys && items.length === 0)) && (
        <div className="row">
          <Button variant="default" onClick={() => ask(main === null ? 'link' : 'unlink')}>
            {t(main === null ? 'linked_card.link' : 'linked_card.unlink')}
          </Button>
        </div>
      )}
      {asked === 'link' && <Link id={user.id} onClose={() => ask(null)} />}
      {asked === 'unlink' && <Unlink id={user.id} onClose={() => ask(null)} />}
    </FormSection>
  )
}

function Link({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { main: '', reason: '' },
    check: (values) => schemaErrors(adminLinkAccount.body, values),
    send: (body: { main: string; reason: string }) => call(adminLinkAccount, { params: { id }, body }),
    done: t('linked_card.linked'),
    changes,
    after: onClose,
  })
  return (
    <FormModal
      title={t('linked_card.link_title')}
      text={t('linked_card.link_text')}
      submit={t('linked_card.link')}
      {...bound}
      onClose={onClose}
    >
      <TextInput maxLength={64} data-autofocus {...fieldOf(form, 'main', t('linked_card.of'), t('linked_card.of_text'))} />
      <TextInput maxLength={200} {...fieldOf(form, 'reason', t('user_manage.reason'), t('member_page.reason_text'))} />
    </FormModal>
  )
}

function Unlink({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { reason: '' },
    check: (values) => schemaErrors(adminUnlinkAccount.body, values),
    send: (body: { reason: string }) => call(adminUnlinkAccount, { params: { id }, body }),
    done: t('linked_card.unlinked'),
    changes,
    after: onClose,
  })
  return (
    <FormModal
      title={t('linked_card.unlink_title')}
      text={t('linked_card.unlink_text')}
      submit={t('linked_card.unlink')}
      danger
      {...bound}
      onClose={onClose}
    >
      <TextInput maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('user_manage.reason'), t('member_page.reason_text'))} />
    </FormModal>
  )
}
