import { Menu } from '@mantine/core'
import type { AdminNode } from '@portico/contract/nodes-admin'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'

/** Undoes the reports of a node that has a process of its own. */
export function Action({ node }: { node: AdminNode }) {
  const t = useT()
  if (node.parent_id !== null) return null
  return (
    <Menu.Item component={PathLink} to={`/admin/server/manage?tab=reports&undo=${node.id}`}>
      {t('report_watch.undo')}
    </Menu.Item>
  )
}
