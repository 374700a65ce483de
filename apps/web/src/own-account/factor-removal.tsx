import { Button, TextInput } from '@mantine/core'
import { adminGetUser, adminListUsers, adminRemoveFactor } from '@portico/contract/accounts-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import styles from './own-account.module.css'

/** A member's authenticator app. An operator can remove it for someone who has lost the phone and the recovery codes. */
export function FactorRow({ id, mayRemove, onChanged }: { id: number; mayRemove: boolean; onChanged: () => void }) {
  const t = useT()
  const [removing, setRemoving] = useState(false)
  return (
    <li>
      <span className={styles['way']}>
        <span>{t('user_factor.kind')}</span>
        <strong>{t('user_factor.name')}</strong>
      </span>
      <StatusBadge tone="good" label={t('user_factor.on')} />
      <span className={styles['acts']}>
        {mayRemove && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="var(--bad-text)"
            aria-label={t('user_factor.title')}
            onClick={() => setRemoving(true)}
          >
            {t('user_identities.remove')}
          </Button>
        )}
      </span>
      {removing && <RemovalModal id={id} onChanged={onChanged} onClose={() => setRemoving(false)} />}
    </li>
  )
}

function RemovalModal({ id, onChanged, onClose }: { id: number; onChanged: () => void; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { reason: '' },
    check: adminRemoveFactor.body,
    send: (body: { reason: string }) => call(adminRemoveFactor, { params: { id }, body }),
    done: t('user_factor.removed'),
    changes: [adminGetUser, adminListUsers],
    after: () => {
      onClose()
      onChanged()
    },
  })
  return (
    <FormModal
      title={t('user_factor.title')}
      text={t('user_factor.text')}
      submit={t('user_identities.remove')}
      danger
      {...bound}
      onClose={onClose}
    >
      <TextInput maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('user_factor.reason'), t('user_factor.reason_text'))} />
    </FormModal>
  )
}
