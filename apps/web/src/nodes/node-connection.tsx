import type { AdminNode } from '@portico/contract/nodes-admin'
import { useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { CallAddress, useNodeOrigin } from './call-address-line.tsx'
import { type ConnectBlock, connectBlocks, SECRET_PLACEHOLDER } from './connect-blocks.ts'
import styles from './connection.module.css'
import { FirstContact } from './first-contact.tsx'

/** `secret` is null if it can no longer be shown. */
export type ShownSecret = { node: AdminNode; secret: string | null }

/** The texts for a node, the one to run first. */
export function useConnectBlocks({ node, secret }: ShownSecret): [ConnectBlock | undefined, ...ConnectBlock[]] {
  const [first, ...rest] = connectBlocks(node, secret ?? SECRET_PLACEHOLDER, useNodeOrigin())
  return [first, ...rest]
}

/** One thing to run on the server, the address the node will call, and what happens then. `isConnected`: only the last. */
export function NodeConnection({ shown, isConnected = false }: { shown: ShownSecret; isConnected?: boolean }) {
  const t = useT()
  const [first] = useConnectBlocks(shown)
  return (
    <div className={styles['connection']}>
      {first && !isConnected && (
        <div>
          <p className={styles['caption']}>{t(`node_manage.connect_${first.key}`)}</p>
          <div className={`on-ink ${styles['command']}`}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre tabIndex={0}>{first.text}</pre>
            <CopyButton text={first.text} variant="subtle" />
          </div>
        </div>
      )}
      {!isConnected && needsCertificate(shown.node) && (
        <p className={styles['caption']}>{t('node_manage.connect_tls', { host: shown.node.host })}</p>
      )}
      {!isConnected && <CallAddress />}
      <FirstContact node={shown.node} fromNow={shown.secret !== null} />
    </div>
  )
}

/** The command brings no certificate. Reality needs none. */
function needsCertificate({ settings }: AdminNode): boolean {
  return 'security' in settings ? settings.security === 'tls' : settings.protocol !== 'shadowsocks' && 'tls' in settings
}
