import { Button, Menu } from '@mantine/core'
import { adminDeleteRedeemTemplate, adminListRedeemTemplates, type RedeemTemplate } from '@portico/contract/redeem-codes-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { HeaderActions } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RowActions } from '../ui/table/row-actions.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import styles from './codes-manage.module.css'
import { GenerateDrawer } from './generate-drawer.tsx'
import { useRewardText } from './reward-text.ts'
import { TemplateDrawer } from './template-drawer.tsx'

type Opened = { edit: RedeemTemplate | null } | { generate: RedeemTemplate } | null

/** All kinds of codes, with a way to generate codes of each. */
export function TemplatesTab() {
  const t = useT()
  const may = useMay()
  const reward = useRewardText()
  const query = useQuery(list(adminListRedeemTemplates, {}))
  const [opened, setOpened] = useState<Opened>(null)
  const close = (): void => setOpened(null)
  const edited = opened && 'edit' in opened ? opened.edit : null
  const steps = stepsOf(
    query.data?.items,
    (row) => row.id === edited?.id,
    (row) => setOpened({ edit: row }),
  )
  const columns: Column<RedeemTemplate>[] = [
    { header: t('codes_manage.name'), render: (row) => <Name row={row} />, opens: true, at: 'who' },
    { header: t('codes_manage.kind'), render: (row) => t(`redeem_kind.${row.kind}`), at: 'what' },
    { header: t('codes_manage.gives'), render: (row) => reward(row), at: 'much' },
    { header: t('codes_manage.per_member'), render: (row) => row.max_per_member, align: 'right', lesser: true },
    {
      header: t('codes_manage.for'),
      render: (row) => t(row.new_members_only ? 'codes_manage.new_only_short' : 'codes_manage.for_all'),
      lesser: true,
    },
    { header: t('codes_manage.count'), render: (row) => formatNumber(row.codes), align: 'right' },
    { header: t('codes_manage.used'), render: (row) => formatNumber(row.uses), align: 'right' },
    { header: t('codes_manage.status'), render: (row) => <Enabled on={row.enabled} />, at: 'state' },
    {
      header: t('table.actions'),
      actions: true,
      render: (row) => <Actions row={row} onEdit={() => setOpened({ edit: row })} onGenerate={() => setOpened({ generate: row })} />,
    },
  ]
  const create = may('codes.write') && <Button onClick={() => setOpened({ edit: null })}>{t('codes_manage.create')}</Button>
  return (
    <>
      <HeaderActions>{query.data?.items.length !== 0 && create}</HeaderActions>
      <DataTable
        label={t('codes_manage.templates')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={may('codes.write') ? (row) => setOpened({ edit: row }) : undefined}
        opened={edited?.id}
        empty={
          <EmptyState title={t('codes_manage.templates_empty')} text={t('codes_manage.templates_empty_text')} drawing="start">
            {create}
          </EmptyState>
        }
      />
      {opened && 'edit' in opened && <TemplateDrawer key={edited?.id} template={edited} steps={steps} onClose={close} />}
      {opened && 'generate' in opened && <GenerateDrawer template={opened.generate} onClose={close} />}
    </>
  )
}

/** Whether something is enabled, in a word. */
export function Enabled({ on }: { on: boolean }) {
  const t = useT()
  return <StatusBadge tone={on ? 'good' : 'quiet'} label={t(on ? 'codes_manage.enabled' : 'codes_manage.disabled')} />
}

function Name({ row }: { row: RedeemTemplate }) {
  return (
    <span className={styles['name']}>
      {row.colour && <span className={styles['dot']} style={{ background: row.colour }} aria-hidden />}
      <strong>{row.name}</strong>
    </span>
  )
}

function Actions({ row, onEdit, onGenerate }: { row: RedeemTemplate; onEdit: () => void; onGenerate: () => void }) {
  const t = useT()
  const { id, name } = row
  return (
    <Allowed to="codes.write">
      <RowActions
        name={name}
        onEdit={onEdit}
        words={{ title: t('codes_manage.delete_title', { name }), done: t('codes_manage.deleted', { name }) }}
        remove={() => call(adminDeleteRedeemTemplate, { params: { id } })}
        changes={[adminListRedeemTemplates]}
        kept={row.batches > 0 ? t('codes_manage.in_use') : undefined}
      >
        <Menu.Item onClick={onGenerate}>{t('codes_manage.generate')}</Menu.Item>
      </RowActions>
    </Allowed>
  )
}
