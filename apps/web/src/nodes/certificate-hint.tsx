import { certificateFiles } from '@portico/contract/node-setup'
import { type Certificate, certificateName, needsCertificate, type NodeSoftware } from '@portico/contract/node-software'
import { adminGetNode, adminListNodes, type AdminNode, adminUpdateNode } from '@portico/contract/nodes-admin'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './connection.module.css'
import { GetCertificate } from './get-certificate.tsx'

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

/** What to do while apps refuse the node's certificate. */
export function CertificateWarning({ node: shown, software, certificate }: HintProps) {
  const t = useT()
  const may = useMay()
  const { data } = useQuery(get(adminGetNode, { params: { id: shown.id } }, { background: true }))
  const node = data ?? shown
  const { host, settings } = node
  const tls = skippable(settings)
  const skip = useSave({
    ask: { title: t('node_manage.allow_insecure'), text: t('node_manage.allow_insecure_text'), confirm: t('node_manage.skip_checks') },
    send: () =>
      call(adminUpdateNode, {
        params: { id: node.id },
        body: { settings: { ...settings, tls: { ...tls, allow_insecure: true } } as ProtocolSettings },
      }),
    done: t('state.saved'),
    changes: [adminGetNode, adminListNodes],
  })
  if (software === 'any' || !isRefused({ node, software, certificate })) return null
  const { cert, key } = certificateFiles(software, node, certificate)
  return (
    <div className={styles['warning']}>
      <p>{t('node_manage.connect_untrusted', { host: certificateName(settings, host), cert, key })}</p>
      {may('nodes.write') && (
        <div>
          {tls && (
            <button type="button" className={buttonClass('outline')} disabled={skip.isPending} onClick={() => skip.mutate()}>
              {t('node_manage.skip_checks')}
            </button>
          )}
          <GetCertificate node={node} software={software} />
        </div>
      )}
    </div>
  )
}

/** The TLS settings in which the check of the certificate can be skipped; null: clients of this node always check, or it has no TLS. */
function skippable(settings: ProtocolSettings) {
  return 'tls' in settings && settings.tls !== null && 'allow_insecure' in settings.tls ? settings.tls : null
}

/** Whether the software makes a certificate itself, which clients check. */
function isRefused({ node: { settings }, software, certificate }: HintProps): boolean {
  return software !== 'any' && needsCertificate(settings) && certificate.mode === 'self' && skippable(settings)?.allow_insecure !== true
}
