import type { AdminNode } from '@portico/contract/nodes-admin'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { rowId, usePageSearch } from '../ui/page-search.ts'
import { AlarmsTable } from './alarms-table.tsx'
import { HeldTable } from './held-table.tsx'
import { UndoDrawer } from './undo-drawer.tsx'
import { UndosTable } from './undos-table.tsx'

const Search = z.object({ undo: rowId })

/** Alarms, held reports and undos. */
export function ReportsTab({ nodes }: { nodes: AdminNode[] }) {
  const [search, change] = usePageSearch(Search)
  const [since, setSince] = useState<Date | null>(null)
  const node = nodes.find(({ id }) => id === search.undo)
  const open = (id: number, from: Date | null): void => {
    setSince(from)
    change({ undo: id })
  }
  return (
    <Stack gap="xl">
      <AlarmsTable onUndo={(alarm) => open(alarm.node.id, new Date(alarm.began_at))} />
      <HeldTable />
      <UndosTable />
      {node && <UndoDrawer node={node} from={since} onClose={() => change({ undo: undefined })} />}
    </Stack>
  )
}
