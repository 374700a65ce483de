import { Button, Menu } from '@mantine/core'
import { adminDeleteMachine, adminListMachines, adminRotateMachineSecret, type Machine } from '@portico/contract/machines-admin'
import { adminListNodes, type AdminNode } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { HeaderActions } from '../ui/page-header.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useAskedToOpen } from '../ui/page-search.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { useSave } from '../ui/use-save.ts'
import { Load } from './load.tsx'
import { MachineDrawer } from './machine-drawer.tsx'
import { MachineSecret, type ShownMachineSecret } from './machine-secret.tsx'

/** Machines, whose agents run several nodes each: their nodes, last contact and load. */
export function MachinesTab({ nodes }: { nodes: AdminNode[] }) {
  const t = useT()
  const may = useMay()
  const query = useQuery({ ...list(adminListMachines, {}), refetchInterval: 30_000 })
  const [edited, setEdited] = useState<Machine | 'new' | null>(null)
  const [secret, setSecret] = useState<ShownMachineSecret | null>(null)
  useAskedToOpen(query.data !== undefined, (what) => what === 'new' && may('nodes.secret') && setEdited('new'))
  const names = (ids: number[]): string =>
    ids.map((id) => nodes.find((node) => node.id === id)?.shown_name ?? `#${id}`).join(t('node_manage.comma'))
  const machine = edited === 'new' ? null : edited
  const steps = stepsOf(query.data?.items, (row) => row.id === machine?.id, setEdited)
  const columns: Column<Machine>[] = [
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
    {
      header: t('table.actions'),
      actions: true,
      render: (machine) => <Actions machine={machine} onEdit={() => setEdited(machine)} onSecret={setSecret} />,
    },
  ]
  const create = (
    <Allowed to="nodes.secret">
      <Button onClick={() => setEdited('new')}>{t('machine.create')}</Button>
    </Allowed>
  )
  return (
    <>
      <HeaderActions>{query.data?.items.length !== 0 && create}</HeaderActions>
      <DataTable
        label={t('node_manage.tab_machines')}
        query={query}
        columns={columns}
        rowKey={(machine) => machine.id}
        onOpen={may('nodes.write') ? setEdited : undefined}
        opened={machine?.id}
        empty={
          <EmptyState title={t('machine.empty')} text={t('machine.text')} drawing="start">
            {create}
          </EmptyState>
        }
      />
      {edited && (
        <MachineDrawer
          key={machine?.id}
          machine={machine}
          nodes={nodes}
          steps={steps}
          onSecret={setSecret}
          onClose={() => setEdited(null)}
        />
      )}
      {secret && <MachineSecret shown={secret} nodes={nodes} onClose={() => setSecret(null)} />}
    </>
  )
}

interface ActionsProps {
  machine: Machine
  onEdit: () => void
  onSecret: (shown: ShownMachineSecret) => void
}

function Actions({ machine, onEdit, onSecret }: ActionsProps) {
  const t = useT()
  const { id, name } = machine
  const rotate = useSave({
    send: () => call(adminRotateMachineSecret, { params: { id } }),
    after: ({ secret }) => onSecret({ machine, secret }),
  })
  const remove = useSave({
    send: () => call(adminDeleteMachine, { params: { id } }),
    done: t('machine.deleted', { name }),
    changes: [adminListMachines, adminListNodes],
  })
  const askRotate = async (): Promise<void> => {
    const question = {
      title: t('machine.rotate_title', { name }),
      text: t('machine.rotate_text'),
      confirm: t('node_manage.rotate'),
      danger: true,
    }
    if (await confirm(question)) rotate.mutate()
  }
  const askRemove = async (): Promise<void> => {
    const question = {
      title: t('machine.delete_title', { name }),
      text: t('machine.delete_text'),
      confirm: t('action.delete'),
      danger: true,
    }
    if (await confirm(question)) remove.mutate()
  }
  return (
    <Allowed to="nodes.write">
      <RowMenu name={name} busy={rotate.isPending || remove.isPending}>
        <Menu.Item onClick={onEdit}>{t('action.edit')}</Menu.Item>
        <Allowed to="nodes.secret">
          <Menu.Item onClick={() => void askRotate()}>{t('node_manage.rotate')}</Menu.Item>
        </Allowed>
        <Menu.Item color="var(--bad-text)" onClick={() => void askRemove()}>
          {t('action.delete')}
        </Menu.Item>
      </RowMenu>
    </Allowed>
  )
}
