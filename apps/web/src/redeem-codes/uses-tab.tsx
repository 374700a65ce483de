import { adminListRedeemUses } from '@portico/contract/redeem-codes-admin'
import { MemberLink } from '../accounts/member-link.tsx'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { BatchFilter, TemplateFilter } from './code-filters.tsx'
import { useRewardText } from './reward-text.ts'

const uses = listOf(adminListRedeemUses)

/** Who redeemed what. */
export function UsesTab() {
  const t = useT()
  const reward = useRewardText()
  const list = useList(uses)
  return (
    <>
      <FilterBar {...list.bar}>
        <SearchField label={t('codes_manage.search_use')} {...list.filter('q')} />
        <TemplateFilter {...list.filter('template_id')} onChange={(next) => list.change({ template_id: next, batch_id: undefined })} />
        <BatchFilter template={list.state.template_id} {...list.filter('batch_id')} />
      </FilterBar>
      <DataTable
        label={t('codes_manage.uses')}
        {...list.table}
        columns={[
          { header: t('codes_manage.used_at'), render: (row) => <DateTime value={row.at} />, at: 'what' },
          { header: t('codes_manage.member'), render: (row) => <MemberLink id={row.account_id} email={row.email} />, at: 'who' },
          { header: t('codes_manage.kind'), render: (row) => t(`redeem_kind.${row.kind}`), at: 'what' },
          { header: t('codes_manage.gave'), render: reward, at: 'much' },
          { header: t('codes_manage.code'), render: (row) => <span className="mono">{row.code}</span> },
          { header: t('codes_manage.batch'), render: (row) => row.batch_name, lesser: true },
        ]}
        empty={{ title: t('codes_manage.uses_empty'), text: t('codes_manage.uses_empty_text') }}
      />
    </>
  )
}
