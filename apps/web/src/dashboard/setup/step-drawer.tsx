import type { SetupStepName } from '@portico/contract/overview-admin'
import { adminListPaymentMethods } from '@portico/contract/payments-admin'
import { useQuery } from '@tanstack/react-query'
import { CreateUserDrawer } from '../../accounts/create-user-drawer.tsx'
import { get } from '../../api/query.ts'
import { GroupDrawer } from '../../groups/group-drawer.tsx'
import type { ShownSecret } from '../../nodes/node-connection.tsx'
import { NodeDrawer } from '../../nodes/node-drawer.tsx'
import { AssignDrawer } from '../../orders/admin/assign-drawer.tsx'
import { PaymentMethodDrawer } from '../../payments/payment-method-drawer.tsx'
import { PlanDrawer } from '../../plans/plan-drawer.tsx'

interface DrawerProps {
  step: SetupStepName
  onSecret: (shown: ShownSecret) => void
  onClose: () => void
}

/** The form that makes what a step lacks, in place. Traffic needs a member with a plan. */
export function StepDrawer({ step, onSecret, onClose }: DrawerProps) {
  switch (step) {
    case 'group':
      return <GroupDrawer row={null} onClose={onClose} />
    case 'plan':
      return <PlanDrawer row={null} onClose={onClose} />
    case 'payment':
      return <NewPaymentMethod onClose={onClose} />
    case 'node':
      return <NodeDrawer row={null} onSecret={onSecret} onClose={onClose} />
    case 'member':
      return <CreateUserDrawer onClose={onClose} onCreated={onClose} />
    case 'traffic':
      return <AssignDrawer onClose={onClose} onAssigned={onClose} />
  }
}

function NewPaymentMethod({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(get(adminListPaymentMethods, {}))
  return data && <PaymentMethodDrawer row={null} drivers={data.drivers} taken={data.items.map(({ name }) => name)} onClose={onClose} />
}
