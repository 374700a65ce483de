import { Button } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'

const AuthenticatorModal = lazyDialog(async () => (await import('./authenticator-modal.tsx')).AuthenticatorModal)

/** Stands in for the console until its user has a second factor, where the site requires one. */
export function FactorNeeded() {
  const t = useT()
  const [setsUp, setSetsUp] = useState(false)
  return (
    <>
      <EmptyState title={t('factor.needed_title')} text={t('factor.needed_text')} drawing="start">
        <Button onClick={() => setSetsUp(true)}>{t('factor.set_up')}</Button>
      </EmptyState>
      {setsUp && <AuthenticatorModal onClose={() => setSetsUp(false)} />}
    </>
  )
}
