import { adminListNodes, type AdminNode, adminUpdateNode, NodeState } from '@portico/contract/nodes-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { BulkBar, BulkButton } from '../ui/table/bulk-bar.tsx'
import { useSave } from '../ui/use-save.ts'

/** Changes the state of the picked nodes at once, after confirmation. */
export function NodesBulk({ nodes, onDone }: { nodes: AdminNode[]; onDone: () => void }) {
  const t = useT()
  const save = useSave({
    send: async (state: NodeState) => {
      for (const { id } of nodes) await call(adminUpdateNode, { params: { id }, body: { state } })
    },
    done: t('state.saved'),
    changes: [adminListNodes],
    after: onDone,
  })
  const ask = async (state: NodeState): Promise<void> => {
    const title = t('node_manage.bulk_title', { n: nodes.length, state: t(`node_manage.state_${state}`) })
    if (await confirm({ title, text: t(`node_manage.state_${state}_text`), confirm: t('action.confirm') })) save.mutate(state)
  }
  return (
    <BulkBar count={nodes.length} onClear={onDone}>
      {NodeState.options.map((state) => (
        <BulkButton key={state} busy={save.isPending} onClick={() => void ask(state)}>
          {t(`node_manage.state_${state}`)}
        </BulkButton>
      ))}
    </BulkBar>
  )
}
