import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { adminListNodes, adminUpdateNode, NodeState } from '@portico/contract/nodes-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './nodes-manage.module.css'

interface BarProps {
  chosen: number[]
  all: number[]
  onChoose: (ids: number[]) => void
}

/** Changes the state of several nodes at once, after confirmation. */
export function NodesStateBar({ chosen, all, onChoose }: BarProps) {
  const t = useT()
  const [state, setState] = useState<NodeState>('enabled')
  const save = useSave({
    send: async () => {
      for (const id of chosen) await call(adminUpdateNode, { params: { id }, body: { state } })
    },
    done: t('state.saved'),
    changes: [adminListNodes],
    after: () => onChoose([]),
  })
  const name = t(`node_manage.state_${state}`)
  const ask = async (): Promise<void> => {
    const title = t('node_manage.bulk_title', { n: chosen.length, state: name })
    if (await confirm({ title, text: t(`node_manage.state_${state}_text`), confirm: t('action.confirm') })) save.mutate()
  }
  return (
    <div className={styles['bar']} data-stuck={chosen.length > 0 || undefined}>
      <Checkbox
        label={chosen.length === 0 ? t('node_manage.choose_all') : t('node_manage.chosen', { n: chosen.length })}
        checked={chosen.length === all.length}
        indeterminate={chosen.length > 0 && chosen.length < all.length}
        onChange={(event) => onChoose(event.currentTarget.checked ? all : [])}
      />
      {chosen.length > 0 && (
        <>
          <NativeSelect
            aria-label={t('node_manage.state')}
            value={state}
            onChange={(event) => setState(NodeState.parse(event.currentTarget.value))}
            data={NodeState.options.map((value) => ({ value, label: t(`node_manage.state_${value}`) }))}
          />
          <Button variant="default" loading={save.isPending} onClick={() => void ask()}>
            {t('node_manage.bulk_apply')}
          </Button>
        </>
      )}
    </div>
  )
}
