import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminGetUser, adminListUsers, adminRemoveFactor } from '@portico/contract/accounts-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
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
  const form = useForm({ initialValues: { reason: '' }, validate: (values) => schemaErrors(adminRemoveFactor.body, values) })
  const save = useSave({
    form,
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
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label={t('user_factor.reason')}
        description={t('user_factor.reason_text')}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormModal>
  )
}
