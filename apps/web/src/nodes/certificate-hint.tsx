import { certificateFiles } from '@portico/contract/node-setup'
import { type Certificate, certificateName, needsCertificate, type NodeSoftware } from '@portico/contract/node-software'
import type { AdminNode } from '@portico/contract/nodes-admin'
import { useT } from '../i18n.ts'
import styles from './connection.module.css'

interface HintProps {
  node: AdminNode
  software: NodeSoftware
  certificate: Certificate
}

/** Where the node's certificate comes from. Reality needs none. */
export function CertificateHint({ node, software, certificate }: HintProps) {
  const t = useT()
  const { settings, host } = node
  if (!needsCertificate(settings)) return null
  const name = certificateName(settings, host)
  if (software === 'any') return <p className={styles['caption']}>{t('node_manage.connect_tls', { host: name })}</p>
  if (isRefused({ node, software, certificate })) return <CertificateWarning node={node} software={software} certificate={certificate} />
  const { cert, key } = certificateFiles(software, node, certificate)
  return <p className={styles['caption']}>{t(`node_manage.connect_${certificate.mode}`, { host: name, cert, key })}</p>
}

/** As long as apps refuse the node's certificate: what can be done. The links leave this page, whose secret is shown once, open. */
export function CertificateWarning({ node, software, certificate }: HintProps) {
  const t = useT()
  if (software === 'any' || !isRefused({ node, software, certificate })) return null
  const { cert, key } = certificateFiles(software, node, certificate)
  return (
    <p className={styles['warning']}>
      {t('node_manage.connect_untrusted', { host: certificateName(node.settings, node.host), cert, key })}{' '}
      <a href="/admin/server/manage?tab=machines" target="_blank" rel="noreferrer">
        {t('node_manage.tab_machines')}
      </a>
      {' · '}
      <a href={`/admin/server/manage?open=${node.id}`} target="_blank" rel="noreferrer">
        {t('node_manage.allow_insecure')}
      </a>
    </p>
  )
}

/** Whether the software makes a certificate itself, which clients check. */
function isRefused({ node: { settings }, software, certificate }: HintProps): boolean {
  const skipsChecks = 'tls' in settings && settings.tls !== null && 'allow_insecure' in settings.tls && settings.tls.allow_insecure
  return software !== 'any' && needsCertificate(settings) && certificate.mode === 'self' && !skipsChecks
}
