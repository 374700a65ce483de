import { Button } from '@mantine/core'
import { adminGetUser, adminListUsers, adminRemoveIdentity, adminVerifyIdentity } from '@portico/contract/accounts-admin'
import type { Identity } from '@portico/contract/own-account'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { FormSection } from '../ui/form/form-section.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
import { FactorRow } from './factor-removal.tsx'
import styles from './own-account.module.css'

const IdentityModal = lazyDialog(async () => (await import('./identity-modal.tsx')).IdentityModal)

interface Props {
  id: number
  identities: Identity[]
  hasSecondFactor: boolean
  isClosed: boolean
  /** Called after a change, which raises the account's version. */
  onChanged: () => void
}

/** A member's ways to log in, with what an operator may do about them. These changes take effect at once. */
export function UserIdentities({ id, identities, hasSecondFactor, isClosed, onChanged }: Props) {
  const t = useT()
  const may = useMay()
  const [setting, setSetting] = useState(false)
  const mayChange = may('members.access')
  return (
    <FormSection title={t('user_identities.title')}>
      {identities.length === 0 && <p className="quiet">{t('user_identities.none')}</p>}
      <ul className={styles['ways']}>
        {identities.map((identity) => (
          <Row
            key={identity.id}
            identity={identity}
            mayChange={mayChange}
            mayRemove={mayChange && identities.length > 1}
            onChanged={onChanged}
          />
        ))}
        {hasSecondFactor && <FactorRow id={id} mayRemove={mayChange} onChanged={onChanged} />}
      </ul>
      {mayChange && !isClosed && (
        <div className="row">
          <Button variant="default" onClick={() => setSetting(true)}>
            {t('user_identities.set')}
          </Button>
        </div>
      )}
      {setting && <IdentityModal id={id} onChanged={onChanged} onClose={() => setSetting(false)} />}
    </FormSection>
  )
}

interface RowProps {
  identity: Identity
  mayChange: boolean
  mayRemove: boolean
  onChanged: () => void
}

function Row({ identity, mayChange, mayRemove, onChanged }: RowProps) {
  const t = useT()
  const { id, kind, label, issuer, verified } = identity
  const verify = useSave({
    ask: {
      title: t('user_identities.verify_title', { label }),
      text: t('user_identities.verify_text'),
      confirm: t('user_identities.verify'),
    },
    send: () => call(adminVerifyIdentity, { params: { id } }),
    done: t('user_identities.verified_now'),
    changes: [adminGetUser],
    after: onChanged,
  })
  const remove = useSave({
    ask: {
      title: t('user_identities.remove_title', { label }),
      text: t('user_identities.remove_text'),
      confirm: t('user_identities.remove'),
      danger: true,
    },
    send: () => call(adminRemoveIdentity, { params: { id } }),
    done: t('user_identities.removed'),
    changes: [adminGetUser, adminListUsers],
    after: onChanged,
  })
  return (
    <li>
      <span className={styles['way']}>
        <span>{kind === 'site' ? issuer : t(`user_identities.${kind}`)}</span>
        <strong>{label}</strong>
      </span>
      <StatusBadge tone={verified ? 'good' : 'warn'} label={t(verified ? 'user_identities.verified' : 'user_identities.unverified')} />
      <span className={styles['acts']}>
        {mayChange && !verified && (
          <Button size="compact-sm" variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
            {t('user_identities.verify')}
          </Button>
        )}
        {mayRemove && (
          <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('user_identities.remove')}
          </Button>
        )}
      </span>
    </li>
  )
}
