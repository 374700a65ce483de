import { certificateFiles } from '@portico/contract/node-setup'
import { type Certificate, certificateName, needsCertificate, type NodeSoftware } from '@portico/contract/node-software'
import type { AdminNode } from '@portico/contract/nodes-admin'
import { useT } from '../i18n.ts'
import styles from './connection.module.css'

/** Where the node's certificate comes from. Reality needs none. */
export function CertificateHint({ node, software, certificate }: { node: AdminNode; software: NodeSoftware; certificate: Certificate }) {
  const t = useT()
  const { settings, host } = node
  if (!needsCertificate(settings)) return null
  const name = certificateName(settings, host)
  if (software === 'any') return <p className={styles['caption']}>{t('node_manage.connect_tls', { host: name })}</p>
  const { cert, key } = certificateFiles(software, node, certificate)
  const skipsChecks = 'tls' in settings && settings.tls !== null && 'allow_insecure' in settings.tls && settings.tls.allow_insecure
  if (certificate.mode !== 'self')
    return <p className={styles['caption']}>{t(`node_manage.connect_${certificate.mode}`, { host: name, cert, key })}</p>
  return (
    <p className={styles[skipsChecks ? 'caption' : 'warning']}>
      {t(skipsChecks ? 'node_manage.connect_self' : 'node_manage.connect_untrusted', { host: name, cert, key })}
    </p>
  )
}
