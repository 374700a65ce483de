import type { AdminNode } from '@portico/contract/nodes-admin'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import type { Steps } from '../../ui/drawer/row-steps.ts'
import { SideDrawer } from '../../ui/drawer/side-drawer.tsx'
import { NodeTraffic } from './node-traffic.tsx'
import { OnlineMembers } from './online-members.tsx'

/** What a node does: its traffic of the last days, and who is connected through it. */
export function NodeActivity({ node, steps, onClose }: { node: AdminNode; steps?: Steps | undefined; onClose: () => void }) {
  const t = useT()
  const may = useMay()
  return (
    <SideDrawer title={t('node_manage.activity_of', { name: node.shown_name })} steps={steps} onClose={onClose}>
      {may('traffic.read') && <NodeTraffic node={node} />}
      <OnlineMembers node={node} />
    </SideDrawer>
  )
}
