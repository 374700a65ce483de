import { endStreamsCommand } from '@portico/contract/node-setup'
import type { AdminNode, OnlineMember } from '@portico/contract/nodes-admin'
import { useT } from '../../i18n.ts'
import { CopyBlock } from '../copy-block.tsx'
import styles from './activity.module.css'

interface EndProps {
  node: AdminNode
  member: OnlineMember
  all: OnlineMember[]
}

/** How staff end a member's open connections, which node programs let run on after a removal, and whom else it disconnects. */
export function EndNow({ node, member, all }: EndProps) {
  const t = useT()
  const others = all.filter(({ account_id: id, ips }) => id !== member.account_id && ips.some((ip) => member.ips.includes(ip))).length
  const { protocol } = node.settings
  // Connections over QUIC are not the system's to end.
  const isQuic = protocol === 'hysteria' || protocol === 'hysteria2' || protocol === 'tuic'
  return (
    <details className={styles['end']}>
      <summary>{t('node_manage.end_now')}</summary>
      {isQuic ? (
        <p className="quiet small">{t('node_manage.end_now_restart', { n: all.length })}</p>
      ) : (
        <CopyBlock
          caption={t(others > 0 ? 'node_manage.end_now_shared' : 'node_manage.end_now_text', { n: others })}
          text={endStreamsCommand(node.server_port, member.ips)}
        />
      )}
    </details>
  )
}
