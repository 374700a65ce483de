import { Button, NativeSelect, TextInput } from '@mantine/core'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { OWN_SECRETS, OwnCipher, type OwnSecret, type OwnSecretKind } from '@portico/contract/own-secret'
import { adminDropMemberSecret, adminMemberSecrets, adminSetMemberSecret, SecretInput } from '@portico/contract/own-secrets-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { PageLoading } from '../../ui/page-loading.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './member.module.css'

const changes = [adminMemberSecrets, adminMemberTimeline]

/** What nodes know the member by: the UUID, and a secret for each protocol that has one of its own. */
export function NodeSecrets({ id, isClosed }: { id: number; isClosed: boolean }) {
  const t = useT()
  const query = useQuery(get(adminMemberSecrets, { params: { id } }))
  const [edited, setEdited] = useState<OwnSecret | 'new' | null>(null)
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageLoading />
  const { uuid, own } = query.data
  return (
    <section>
      <header className={styles['head']}>
        <h2>{t('member_page.secrets')}</h2>
        {!isClosed && (
          <Button variant="default" onClick={() => setEdited('new')}>
            {t('member_page.secret_add')}
          </Button>
        )}
      </header>
      <p className={`quiet small ${styles['about']}`}>{t('member_page.secrets_text')}</p>
      <Line name={t('member_page.secret_uuid')} secret={uuid} />
      {own.map((one) => (
        <Line key={one.kind} name={t(`member_page.secret_${one.kind}`)} secret={one.secret} cipher={one.cipher}>
          {!isClosed && (
            <>
              <Button size="compact-sm" variant="subtle" onClick={() => setEdited(one)}>
                {t('member_page.secret_replace')}
              </Button>
              <Remove id={id} kind={one.kind} />
            </>
          )}
        </Line>
      ))}
      {edited !== null && <SecretModal id={id} before={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </section>
  )
}

interface LineProps {
  name: string
  secret: string
  cipher?: string | null
  children?: React.ReactNode
}

function Line({ name, secret, cipher = null, children }: LineProps) {
  const t = useT()
  return (
    <div className="row">
      <span>{cipher === null ? name : `${name} · ${cipher}`}</span>
      <code className={styles['link']}>{secret}</code>
      <CopyButton text={secret} label={t('member_page.secret_copy', { name })} />
      {children}
    </div>
  )
}

function Remove({ id, kind }: { id: number; kind: OwnSecretKind }) {
  const t = useT()
  const remove = useSave({
    ask: {
      title: t('member_page.secret_remove_title', { name: t(`member_page.secret_${kind}`) }),
      text: t('member_page.secret_remove_text'),
      confirm: t('member_page.secret_remove'),
      danger: true,
    },
    send: () => call(adminDropMemberSecret, { params: { id }, body: { kind } }),
    done: t('member_page.secret_removed'),
    changes,
  })
  return (
    <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={remove.isPending} onClick={() => remove.mutate()}>
      {t('member_page.secret_remove')}
    </Button>
  )
}

interface SecretForm extends Record<string, unknown> {
  kind: OwnSecretKind
  secret: string
  cipher: OwnCipher | ''
  note: string
}

function SecretModal({ id, before, onClose }: { id: number; before: OwnSecret | null; onClose: () => void }) {
  const t = useT()
  const toInput = ({ kind, secret, cipher, note }: SecretForm): SecretInput => ({
    kind,
    secret,
    cipher: kind === 'shadowsocks' && cipher !== '' ? cipher : null,
    note,
  })
  const values: SecretForm = { kind: before?.kind ?? 'trojan', secret: before?.secret ?? '', cipher: before?.cipher ?? '', note: '' }
  const { form, bound } = useSavedForm({
    values,
    toInput,
    check: (entered) => schemaErrors(SecretInput, toInput(entered)),
    send: (body: SecretInput) => call(adminSetMemberSecret, { params: { id }, body }),
    done: t('state.saved'),
    changes,
    after: onClose,
  })
  const { kind } = form.values
  return (
    <FormModal
      title={t(before ? 'member_page.secret_replace_title' : 'member_page.secret_add')}
      text={t('member_page.secret_effect')}
      submit={t('action.save')}
      {...bound}
      onClose={onClose}
    >
      <NativeSelect
        disabled={before !== null}
        data={OWN_SECRETS.map((value) => ({ value, label: t(`member_page.secret_${value}`) }))}
        {...fieldOf(form, 'kind', t('member_page.secret_for'))}
      />
      <TextInput
        data-autofocus
        autoComplete="off"
        maxLength={255}
        {...fieldOf(
          form,
          'secret',
          t('member_page.secret'),
          kind.startsWith('shadowsocks-2022') ? t('member_page.secret_key_text') : undefined,
        )}
      />
      {kind === 'shadowsocks' && (
        <NativeSelect
          data={[{ value: '', label: t('member_page.secret_cipher_node') }, ...OwnCipher.options]}
          {...fieldOf(form, 'cipher', t('member_page.secret_cipher'), t('member_page.secret_cipher_text'))}
        />
      )}
      <TextInput maxLength={500} {...fieldOf(form, 'note', t('member_page.secret_note'))} />
    </FormModal>
  )
}
