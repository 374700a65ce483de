import { adminListNodes, adminRotateNodeSecret } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { NodeConnection, type ShownSecret, UntrustedNode } from '../../nodes/node-connection.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { useSave } from '../../ui/use-save.ts'
import styles from './setup.module.css'

interface ConnectProps {
  isConnected: boolean
  /** The node whose secret was just made. */
  connecting: ShownSecret | null
  onConnect: (shown: ShownSecret) => void
}

/**
 * Connects the newest node that has never called. Its secret is shown only once, so later a new one is made for the command. `isConnected`:
 * only follows the node until its first report, and then says what still keeps apps from it.
 */
export function ConnectStep({ isConnected, connecting, onConnect }: ConnectProps) {
  const t = useT()
  const { data } = useQuery(get(adminListNodes, { query: { sort: '-id' } }, { background: true }))
  const waiting = data?.items.find((one) => one.last_pull_at === null && one.last_push_at === null)
  const called = data?.items.filter((one) => one.last_push_at !== null || one.last_pull_at !== null)
  const silent = called?.find((one) => one.last_push_at === null)
  const node = connecting?.node ?? (isConnected ? (silent ?? called?.[0]) : waiting)
  const rotate = useSave({
    send: (id: number) => call(adminRotateNodeSecret, { params: { id } }),
    after: ({ secret }) => node && onConnect({ node, secret }),
  })
  if (!node) return null
  return (
    <div className={styles['more']}>
      {isConnected && !connecting ? (
        silent ? (
          <NodeConnection key={node.id} shown={{ node, secret: null }} isConnected />
        ) : (
          <UntrustedNode node={node} />
        )
      ) : connecting ? (
        <>
          <NodeConnection key={connecting.secret} shown={connecting} isConnected={isConnected} />
          {!isConnected && <p>{t('setup.secret_once')}</p>}
        </>
      ) : (
        <>
          <p>{t('setup.command_text', { name: node.shown_name })}</p>
          <button type="button" className={buttonClass('primary')} disabled={rotate.isPending} onClick={() => rotate.mutate(node.id)}>
            {t('setup.command')}
          </button>
        </>
      )}
    </div>
  )
}
