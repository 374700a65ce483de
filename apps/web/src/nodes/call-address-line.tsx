import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'
import { ADDRESS_SETTING, nodeOrigin, reachOf } from './call-address.ts'
import styles from './connection.module.css'

/** The address that the node software calls. */
export function useNodeOrigin(): string {
  return nodeOrigin(useSite()?.weburl, location.origin)
}

/** Says which address a node will call, and what is wrong with it. */
export function CallAddress() {
  const t = useT()
  const origin = useNodeOrigin()
  const { host, protocol } = new URL(origin)
  const reach = reachOf(origin)
  return (
    <div className={styles['address']}>
      {reach === 'anywhere' ? (
        <p>{t(protocol === 'https:' ? 'node_manage.calls_https' : 'node_manage.calls_http', { host })}</p>
      ) : (
        <p className={styles['warning']}>
          {t(`node_manage.reach_${reach}`, { host })} <PathLink to={ADDRESS_SETTING}>{t('node_manage.set_address')}</PathLink>
        </p>
      )}
      {reach === 'anywhere' && protocol !== 'https:' && <p className={styles['warning']}>{t('node_manage.calls_open')}</p>}
    </div>
  )
}
