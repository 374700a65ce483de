import { adminListGroups } from '@portico/contract/groups-admin'
import type { AdminNode, NodeInput } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { closeGaps } from '../../ui/format/close-gaps.ts'
import { toNodeForm, toNodeInput } from '../node-form.ts'

/** What apps must know to connect. */
const ADDRESS = ['host', 'port', 'settings'] as const

/** How many members may use the node, and what saving changes for them. */
export function NodeEffect({ node, input }: { node: AdminNode; input: NodeInput }) {
  const t = useT()
  const { data } = useQuery(get(adminListGroups, {}))
  if (!data) return null
  // A member is in one group at most.
  const membersOf = (ids: number[]): number => data.items.reduce((sum, { id, members }) => sum + (ids.includes(id) ? members : 0), 0)
  const [before, n] = [membersOf(node.group_ids), membersOf(input.group_ids)]
  const said = [n === before ? t('node_manage.effect', { n }) : t('node_manage.effect_changes', { n, before })]
  if (node.online_users > 0) said.push(t('node_manage.effect_now', { n: node.online_users }))
  const stored = toNodeInput(toNodeForm(node))
  if (n > 0 && ADDRESS.some((field) => JSON.stringify(input[field]) !== JSON.stringify(stored[field])))
    said.push(t('node_manage.effect_address'))
  return closeGaps(said.join(' '))
}
