import { adminListMachines } from '@portico/contract/machines-admin'
import { type NodeSoftware, OWN_CERTIFICATE } from '@portico/contract/node-software'
import { type AdminNode, adminNodeNames } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { get, list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { lazyDialog, lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import type { ShownMachineSecret } from './machine-secret.tsx'

const MachineSecret = lazyDialog(async () => (await import('./machine-secret.tsx')).MachineSecret)
const MachineDrawer = lazyDrawer(async () => (await import('./machine-drawer.tsx')).MachineDrawer)

/** Opens the form of the node's machine, or of a new one, over what is open, with a certificate from an authority chosen. */
export function GetCertificate({ node, software }: { node: AdminNode; software: NodeSoftware }) {
  const t = useT()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<ShownMachineSecret | null>(null)
  const machines = useQuery({ ...list(adminListMachines, {}), enabled: node.machine_id !== null })
  const names = useQuery({ ...get(adminNodeNames, {}), enabled: isOpen })
  const machine = machines.data?.items.find(({ id }) => id === node.machine_id) ?? null
  const certificate = { ...(machine?.certificate ?? OWN_CERTIFICATE), mode: 'http' } as const
  const fresh = { name: node.shown_name, node_ids: [String(node.id)], software }
  if (machine === null && !may('nodes.secret')) return null
  return (
    <>
      <button type="button" className={buttonClass('outline')} onClick={() => setOpen(true)}>
        {t('node_manage.get_certificate')}
      </button>
      {isOpen && names.data && (
        <MachineDrawer
          row={machine}
          like={machine ? { certificate } : { ...fresh, certificate }}
          nodes={names.data.items}
          onSecret={setSecret}
          onClose={() => setOpen(false)}
        />
      )}
      {secret && <MachineSecret shown={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
