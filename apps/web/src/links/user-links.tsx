import { Button, TextInput } from '@mantine/core'
import type { OldLink } from '@portico/contract/links'
import { adminAddOldLink, adminListLinkSources, adminListOldLinks, adminRevokeOldLink } from '@portico/contract/links-admin'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './links.module.css'
import { OldLinkList } from './old-link-list.tsx'

/** For operators: the links a member has from another panel. `isClosed`: the account is. */
export function UserLinks({ id, isClosed }: { id: number; isClosed: boolean }) {
  const t = useT()
  const [opened, open] = useState<'add' | OldLink | null>(null)
  const query = useQuery(get(adminListOldLinks, { params: { id } }))
  const close = (): void => open(null)
  return (
    <FormSection title={t('user_links.title')} text={t('user_links.text')}>
      {query.isPending && <PageLoading />}
      {query.error && !query.data && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.data?.total === 0 && <p className="quiet">{t('user_links.none')}</p>}
      {query.data && (
        <OldLinkList
          links={query.data.items}
          renderAction={(link) => (
            <Button size="compact-sm" variant="subtle" color="var(--bad-text)" onClick={() => open(link)}>
              {t('old_link.revoke')}
            </Button>
          )}
        />
      )}
      {!isClosed && (
        <div className={`row ${styles['acts']}`}>
          <Button variant="default" onClick={() => open('add')}>
            {t('user_links.add')}
          </Button>
          <PathLink to="/admin/links">{t('user_links.panels')}</PathLink>
        </div>
      )}
      {opened === 'add' && <Add id={id} onClose={close} />}
      {opened !== null && opened !== 'add' && <Revoke link={opened} onClose={close} />}
    </FormSection>
  )
}

const changes = [adminListOldLinks, adminListLinkSources, adminMemberTimeline]

function Add({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { address: '' },
    check: adminAddOldLink.body,
    send: (body: { address: string }) => call(adminAddOldLink, { params: { id }, body }),
    done: t('user_links.added'),
    changes,
    after: onClose,
  })
  return (
    <FormModal title={t('user_links.add')} submit={t('user_links.add')} {...bound} onClose={onClose}>
      <TextInput
        placeholder="https://old.example.com/sub/…"
        maxLength={2000}
        data-autofocus
        {...fieldOf(form, 'address', t('user_links.address'), t('user_links.address_text'))}
      />
    </FormModal>
  )
}

function Revoke({ link: { id, address }, onClose }: { link: OldLink; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { reason: '' },
    check: (values) => schemaErrors(adminRevokeOldLink.body, values),
    send: (body: { reason: string }) => call(adminRevokeOldLink, { params: { id }, body }),
    done: t('old_link.revoked_now'),
    changes,
    after: onClose,
  })
  return (
    <FormModal
      title={t('old_link.revoke_title')}
      text={t('old_link.revoke_text', { address })}
      submit={t('old_link.revoke')}
      danger
      {...bound}
      onClose={onClose}
    >
      <TextInput maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('user_manage.reason'), t('member_page.reason_text'))} />
    </FormModal>
  )
}
