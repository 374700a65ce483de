import { adminListNodes, type AdminNode, adminUpdateNode, NodeState } from '@portico/contract/nodes-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { BulkBar, BulkButton } from '../ui/table/bulk/bulk-bar.tsx'
import { useBulk } from '../ui/table/bulk/use-bulk.ts'
import type { Picked } from '../ui/table/use-picking.ts'

/** Changes the state of the picked nodes at once, after confirmation. */
export function NodesBulk({ picked }: { picked: Picked<AdminNode> }) {
  const t = useT()
  const save = useBulk({
    picked,
    send: ({ id }, state: NodeState) => call(adminUpdateNode, { params: { id }, body: { state } }, { background: true }),
    done: () => t('state.saved'),
    changes: [adminListNodes],
  })
  const ask = async (state: NodeState): Promise<void> => {
    const title = t('node_manage.bulk_title', { n: picked.rows.length, state: t(`node_manage.state_${state}`) })
    if (await confirm({ title, text: t(`node_manage.state_${state}_text`), confirm: t('action.confirm') })) save.run(picked.rows, state)
  }
  return (
    <BulkBar {...save.bar}>
      {NodeState.options.map((state) => (
        <BulkButton key={state} busy={save.busy} onClick={() => void ask(state)}>
          {t(`node_manage.state_${state}`)}
        </BulkButton>
      ))}
    </BulkBar>
  )
}
