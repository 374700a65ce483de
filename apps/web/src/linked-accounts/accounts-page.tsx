import { Button, TextInput } from '@mantine/core'
import { addAccount, chooseAccount, type LinkedAccount, listLinkedAccounts } from '@portico/contract/linked-accounts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { get, prefetch } from '../api/query.ts'
import { useSite } from '../api/site.ts'
import { useLinkInHash } from '../claims/link-in-hash.ts'
import { useT } from '../i18n.ts'
import { ActionList } from '../ui/action-list.tsx'
import { Card } from '../ui/card.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './accounts-page.module.css'

export const Route = createFileRoute('/_signed-in/user/accounts')({
  loader: () => prefetch(get(listLinkedAccounts, {})),
  component: AccountsPage,
  staticData: { title: 'title.accounts' },
})

/** The accounts that a person uses under one sign-in: one is chosen, and all pages about plans, links and money are about it. */
function AccountsPage() {
  const t = useT()
  const { items } = useSuspenseQuery(get(listLinkedAccounts, {})).data
  const mayAdd = useSite()?.may_claim ?? false
  return (
    <>
      <PageHeader title={t('title.accounts')} text={t('linked.text')} />
      <div className="sections">
        <Card title={t('linked.list')}>
          <ActionList>
            {items.map((account) => (
              <li key={account.id}>
                <span className={styles['account']}>
                  <strong className="breaks">{account.name}</strong>
                  <small>
                    {account.plan_name ?? t('linked.no_plan')}
                    {account.expires_at !== null && (
                      <>
                        {' · '}
                        <DateTime value={account.expires_at} part="day" />
                      </>
                    )}
                  </small>
                </span>
                {account.chosen ? <StatusBadge tone="good" label={t('linked.chosen')} /> : <Choose account={account} />}
              </li>
            ))}
          </ActionList>
        </Card>
        {mayAdd && <Add key={items.length} />}
      </div>
    </>
  )
}

function Choose({ account: { id, name } }: { account: LinkedAccount }) {
  const t = useT()
  const choose = useSave({
    send: () => call(chooseAccount, { body: { id } }),
    // Everything that is shown is about another account then.
    after: () => window.location.assign('/dashboard'),
  })
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={choose.isPending}
      aria-label={t('linked.use_name', { name })}
      onClick={() => choose.mutate()}
    >
      {t('linked.use')}
    </Button>
  )
}

/** Adds an account that came without an address, by its link. */
function Add() {
  const t = useT()
  const link = useLinkInHash()
  const router = useRouter()
  const { form, bound } = useSavedForm({
    values: { link },
    check: addAccount.body,
    send: (body: { link: string }) => call(addAccount, { body }),
    done: t('linked.added'),
    changes: [listLinkedAccounts],
    after: () => router.navigate({ to: '/user/accounts', replace: true }),
  })
  return (
    <Card title={t('linked.add')}>
      <form noValidate onSubmit={bound.onSubmit} className={styles['add']}>
        <p className="intro">{t('linked.add_text')}</p>
        <TextInput autoComplete="off" maxLength={2000} {...fieldOf(form, 'link', t('linked.link'))} />
        <div>
          <Button type="submit" loading={bound.saving}>
            {t('linked.add')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
