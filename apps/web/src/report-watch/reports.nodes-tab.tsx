import { Stack } from '@mantine/core'
import { adminGetNode } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { get } from '../api/query.ts'
import { rowId, usePageSearch } from '../ui/page-search.ts'
import { AlarmsTable } from './alarms-table.tsx'
import { HeldTable } from './held-table.tsx'
import { UndosTable } from './undos-table.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'

const UndoDrawer = lazyDrawer(async () => (await import('./undo-drawer.tsx')).UndoDrawer)

const Search = z.object({ undo: rowId })

/** Alarms, held reports and undos. */
export function Tab() {
  const [search, change] = usePageSearch(Search)
  const [since, setSince] = useState<Date | null>(null)
  const { data: node } = useQuery({ ...get(adminGetNode, { params: { id: search.undo ?? 0 } }), enabled: search.undo !== undefined })
  const open = (id: number, from: Date | null): void => {
    setSince(from)
    change({ undo: id })
  }
  return (
    <Stack gap="xl">
      <AlarmsTable onUndo={(alarm) => open(alarm.node.id, new Date(alarm.began_at))} />
      <HeldTable />
      <UndosTable />
      {search.undo !== undefined && node && <UndoDrawer node={node} from={since} onClose={() => change({ undo: undefined })} />}
    </Stack>
  )
}
