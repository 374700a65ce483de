import { adminListRedeemUses, type AdminRedeemUse } from '@portico/contract/redeem-codes-admin'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { MemberLink } from '../accounts/member-link.tsx'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { BatchFilter, idOf, TemplateFilter } from './code-filters.tsx'
import { useRewardText } from './reward-text.ts'

const Search = z.object({ page: pageNumber, q: text, template: text, batch: text })

/** Who redeemed what. */
export function UsesTab() {
  const t = useT()
  const reward = useRewardText()
  const [search, change] = usePageSearch(Search)
  const { page, q } = search
  const [template, batch] = [idOf(search.template), idOf(search.batch)]
  const query = useQuery(list(adminListRedeemUses, { query: { page, q, template_id: template, batch_id: batch } }))
  const filtered = Boolean(q ?? template ?? batch)
  const reset = (): void => change({ q: undefined, template: undefined, batch: undefined })
  const columns: Column<AdminRedeemUse>[] = [
    { header: t('codes_manage.used_at'), render: (row) => <DateTime value={row.at} />, at: 'what' },
    { header: t('codes_manage.member'), render: (row) => <MemberLink id={row.account_id} email={row.email} />, at: 'who' },
    { header: t('codes_manage.kind'), render: (row) => t(`redeem_kind.${row.kind}`), at: 'what' },
    { header: t('codes_manage.gave'), render: (row) => reward(row), at: 'much' },
    { header: t('codes_manage.code'), render: (row) => <span className="mono">{row.code}</span> },
    { header: t('codes_manage.batch'), render: (row) => row.batch_name, lesser: true },
  ]
  return (
    <>
      <FilterBar hidden={isEmptyList(query, filtered)} active={filtered} onClear={reset}>
        <SearchField label={t('codes_manage.search_use')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <TemplateFilter value={template} onChange={(next) => change({ template: next, batch: undefined })} />
        <BatchFilter template={template} value={batch} onChange={(next) => change({ batch: next })} />
      </FilterBar>
      <DataTable
        label={t('codes_manage.uses')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        page={page}
        onPage={(next) => change({ page: next })}
        empty={
          filtered ? (
            <NothingFits onClear={reset} />
          ) : (
            <EmptyState title={t('codes_manage.uses_empty')} text={t('codes_manage.uses_empty_text')} />
          )
        }
      />
    </>
  )
}
