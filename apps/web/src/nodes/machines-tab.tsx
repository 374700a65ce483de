import { Menu } from '@mantine/core'
import { adminDeleteMachine, adminListMachines, adminRotateMachineSecret, type Machine } from '@portico/contract/machines-admin'
import { adminListNodes, adminNodeNames } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { lazyDialog, lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSave } from '../ui/use-save.ts'
import { Load } from './load.tsx'
import type { ShownMachineSecret } from './machine-secret.tsx'

const MachineSecret = lazyDialog(async () => (await import('./machine-secret.tsx')).MachineSecret)
const MachineDrawer = lazyDrawer(async () => (await import('./machine-drawer.tsx')).MachineDrawer)

const machines = listOf(adminListMachines, { refetchInterval: 30_000 })

/** Machines, whose agents run several nodes each: their nodes, last contact and load. */
export function MachinesTab() {
  const { data } = useQuery(get(adminNodeNames, {}))
  const nodes = data?.items ?? []
  const t = useT()
  const list = useList(machines)
  const editing = useEditing<Machine>(list, 'nodes.write', 'nodes.secret')
  const [secret, setSecret] = useState<ShownMachineSecret | null>(null)
  const rotate = useSave({
    ask: ({ name }: Machine) => ({
      title: t('machine.rotate_title', { name }),
      text: t('machine.rotate_text'),
      confirm: t('node_manage.rotate'),
      danger: true,
    }),
    send: ({ id }) => call(adminRotateMachineSecret, { params: { id } }),
    after: ({ secret: made }, machine) => setSecret({ machine, secret: made }),
  })
  const names = (ids: number[]): string =>
    ids.map((id) => nodes.find((node) => node.id === id)?.name ?? `#${id}`).join(t('node_manage.comma'))
  const create = editing.button(t('machine.create'))
  return (
    <>
      <HeaderActions>{!list.isEmpty && create}</HeaderActions>
      <DataTable
        label={t('node_manage.tab_machines')}
        {...list.table}
        {...editing.table}
        columns={[
          { header: t('machine.name'), render: (machine) => <strong>{machine.name}</strong>, opens: true, at: 'who' },
          { header: t('machine.notes'), render: (machine) => machine.notes || '–', lesser: true },
          {
            header: t('machine.status'),
            render: ({ is_active: on }) => (
              <StatusBadge tone={on ? 'good' : 'quiet'} label={t(on ? 'machine.is_active' : 'machine.is_inactive')} />
            ),
            at: 'state',
          },
          { header: t('machine.software'), render: (machine) => t(`node_manage.software_${machine.software}`), lesser: true },
          { header: t('machine.nodes'), render: (machine) => names(machine.node_ids) || t('machine.no_nodes'), at: 'what' },
          {
            header: t('machine.last_seen'),
            render: ({ last_seen_at: at }) => (at === null ? t('node_manage.never_seen') : <TimeAgo value={at} />),
            at: 'much',
          },
          { header: t('machine.cpu'), render: (machine) => <Load load={machine.load} part="cpu" />, lesser: true },
          { header: t('machine.mem'), render: (machine) => <Load load={machine.load} part="mem" />, lesser: true },
          editing.actions((machine) => ({
            name: machine.name,
            words: {
              title: t('machine.delete_title', { name: machine.name }),
              text: t('machine.delete_text'),
              done: t('machine.deleted', { name: machine.name }),
            },
            remove: () => call(adminDeleteMachine, { params: { id: machine.id } }),
            changes: [adminListMachines, adminListNodes],
            renderMore: () => (
              <Allowed to="nodes.secret">
                <Menu.Item onClick={() => rotate.mutate(machine)}>{t('node_manage.rotate')}</Menu.Item>
              </Allowed>
            ),
          })),
        ]}
        empty={{ title: t('machine.empty'), text: t('machine.text'), drawing: 'start', children: create }}
      />
      {editing.draw((edited) => (
        <MachineDrawer nodes={nodes} onSecret={setSecret} {...edited} />
      ))}
      {secret && <MachineSecret shown={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
