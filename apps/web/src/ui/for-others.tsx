import type { ReactNode } from 'react'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import styles from './for-others.module.css'

/** Controls that may benefit an account. On staff's own account they are disabled, with the reason; the owner may use them. */
export function ForOthers({ accountId, children }: { accountId: number; children: ReactNode }) {
  const t = useT()
  const { id, permissions } = useWho()
  if (id !== accountId || permissions.includes('*')) return children
  return (
    <>
      <fieldset disabled className={styles['own']}>
        {children}
      </fieldset>
      <small className={styles['reason']}>{t('own_account.reason')}</small>
    </>
  )
}
