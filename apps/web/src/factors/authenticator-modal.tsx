import { Modal, TextInput } from '@mantine/core'
import { Code } from '@portico/contract/codes'
import { beginAuthenticator, finishAuthenticator, getFactors } from '@portico/contract/factors'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { refreshWho, useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { CopyField } from '../ui/copy/copy-field.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import styles from './factors.module.css'
import { RecoveryCodesModal } from './recovery-codes.tsx'

const Form = z.object({ code: Code })

/** Sets an authenticator app up: scan, enter a first code, save the recovery codes. */
export function AuthenticatorModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { is_admin: staff } = useWho()
  const [key, setKey] = useState<{ key: string; url: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const giveUp = useEffectEvent(onClose)
  useEffect(() => {
    let current = true
    // A failure has shown its message; a person who does not confirm who they are gets no key.
    call(beginAuthenticator, {}).then(
      (begun) => current && setKey(begun),
      () => current && giveUp(),
    )
    return () => {
      current = false
    }
  }, [])
  const close = async (): Promise<void> => {
    onClose()
    await invalidate(getFactors)
    // The console opens to staff who had to do this first.
    if (codes && staff) await refreshWho()
  }
  if (codes) return <RecoveryCodesModal codes={codes} onClose={() => void close()} />
  if (key) return <Scan begun={key} onClose={onClose} onCodes={setCodes} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t('factor.set_up_title')}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <PageLoading />
    </Modal>
  )
}

interface ScanProps {
  begun: { key: string; url: string }
  onClose: () => void
  onCodes: (codes: string[]) => void
}

function Scan({ begun, onClose, onCodes }: ScanProps) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { code: '' },
    check: Form,
    send: (body: { code: string }) => call(finishAuthenticator, { body }),
    after: ({ recovery_codes: codes }) => onCodes(codes),
  })
  return (
    <FormModal title={t('factor.set_up_title')} text={t('factor.scan')} submit={t('factor.turn_on')} {...bound} onClose={onClose}>
      <div className={styles['scan']}>
        <QrCode text={begun.url} size={168} />
      </div>
      <div>
        <p className="quiet small">{t('factor.key_text')}</p>
        <CopyField label={t('factor.key')} text={begun.key} />
      </div>
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        data-autofocus
        {...fieldOf(form, 'code', t('factor.first_code'))}
      />
    </FormModal>
  )
}
