import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'
import styles from './layout/frame.module.css'

/** Says on every page which of their accounts a person uses, while it is not the one that signs in. */
export function UsingAccount() {
  const t = useT()
  const { chosen } = useWho()
  if (chosen === null) return null
  return (
    <p className={styles['using']} role="status">
      <span>{t('linked.using', { name: chosen.name })}</span>
      <PathLink to="/user/accounts">{t('linked.switch')}</PathLink>
    </p>
  )
}
