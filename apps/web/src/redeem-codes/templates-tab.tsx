import { Menu } from '@mantine/core'
import { adminDeleteRedeemTemplate, adminListRedeemTemplates, type RedeemTemplate } from '@portico/contract/redeem-codes-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { formatNumber } from '../ui/format/format-number.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import styles from './codes-manage.module.css'
import { useRewardText } from './reward-text.ts'

const GenerateDrawer = lazyDrawer(async () => (await import('./generate-drawer.tsx')).GenerateDrawer)
const TemplateDrawer = lazyDrawer(async () => (await import('./template-drawer.tsx')).TemplateDrawer)

const templates = listOf(adminListRedeemTemplates)

/** All kinds of codes, with a way to generate codes of each. */
export function TemplatesTab() {
  const t = useT()
  const reward = useRewardText()
  const list = useList(templates)
  const editing = useEditing<RedeemTemplate, RedeemTemplate>(list, 'codes.write')
  const create = editing.button(t('codes_manage.create'))
  return (
    <>
      <HeaderActions>{!list.isEmpty && create}</HeaderActions>
      <DataTable
        label={t('codes_manage.templates')}
        {...list.table}
        {...editing.table}
        columns={[
          { header: t('codes_manage.name'), render: (row) => <Name row={row} />, opens: true, at: 'who' },
          { header: t('codes_manage.kind'), render: (row) => t(`redeem_kind.${row.kind}`), at: 'what' },
          { header: t('codes_manage.gives'), render: reward, at: 'much' },
          { header: t('codes_manage.per_member'), render: (row) => row.max_per_member, align: 'right', lesser: true },
          {
            header: t('codes_manage.for'),
            render: (row) => t(row.new_members_only ? 'codes_manage.new_only_short' : 'codes_manage.for_all'),
            lesser: true,
          },
          { header: t('codes_manage.count'), render: (row) => formatNumber(row.codes), align: 'right' },
          { header: t('codes_manage.used'), render: (row) => formatNumber(row.uses), align: 'right' },
          { header: t('codes_manage.status'), render: (row) => <Enabled on={row.enabled} />, at: 'state' },
          editing.actions((row) => ({
            name: row.name,
            words: { title: t('codes_manage.delete_title', { name: row.name }), done: t('codes_manage.deleted', { name: row.name }) },
            remove: () => call(adminDeleteRedeemTemplate, { params: { id: row.id } }),
            kept: row.batches > 0 ? t('codes_manage.in_use') : undefined,
            renderMore: () => <Menu.Item onClick={() => editing.create(row)}>{t('codes_manage.generate')}</Menu.Item>,
          })),
        ]}
        empty={{
          title: t('codes_manage.templates_empty'),
          text: t('codes_manage.templates_empty_text'),
          drawing: 'start',
          children: create,
        }}
      />
      {editing.draw((edited) =>
        edited.like ? <GenerateDrawer template={edited.like} onClose={edited.onClose} /> : <TemplateDrawer {...edited} />,
      )}
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
