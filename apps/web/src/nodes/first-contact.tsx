import { adminGetNode, type AdminNode } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import styles from './connection.module.css'

const EVERY_MS = 3000

/** Shows a node's first call, report and member live. `fromNow`: ignores earlier calls. */
export function FirstContact({ node, fromNow }: { node: AdminNode; fromNow: boolean }) {
  const t = useT()
  const [start] = useState(node)
  const { data } = useQuery({ ...get(adminGetNode, { params: { id: node.id } }, { background: true }), refetchInterval: EVERY_MS })
  const now = data ?? node
  const isNews = (before: string | null, at: string | null): boolean => at !== null && (!fromNow || at !== before)
  const reported = isNews(start.last_push_at, now.last_push_at)
  const called = reported || isNews(start.last_pull_at, now.last_pull_at)
  const steps = [
    { key: 'call', done: called },
    { key: 'report', done: reported },
    { key: 'member', done: reported && now.online_users + now.quota_used > 0 },
  ] as const
  const waiting = steps.find(({ done }) => !done)?.key
  return (
    <ul className={styles['watch']} aria-live="polite">
      {steps.map(({ key, done }) => (
        <li key={key} data-state={done ? 'done' : key === waiting ? 'waiting' : 'ahead'}>
          {t(done ? `node_manage.had_${key}` : key === waiting ? `node_manage.awaits_${key}` : `node_manage.first_${key}`)}
        </li>
      ))}
    </ul>
  )
}
