import { fetchRedeemUses, type RedeemUse } from '@portico/contract/redeem-codes'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { pageNumber, usePageSearch } from '../ui/page-search.ts'
import styles from './cards.module.css'
import { useRewardText } from './reward-text.ts'

const Search = z.object({ page: pageNumber })

/** The codes a member has redeemed, newest first. */
export function RedeemHistory() {
  const t = useT()
  const text = useRewardText()
  const [{ page }, change] = usePageSearch(Search)
  const query = useQuery(list(fetchRedeemUses, { query: { page } }))
  const columns: Column<RedeemUse>[] = [
    { header: t('redeem.at'), render: (use) => <DateTime value={use.at} />, at: 'what' },
    { header: t('redeem.gave'), render: (use) => <strong>{text(use)}</strong>, at: 'much' },
    { header: t('redeem.card'), render: (use) => `${t(`redeem_kind.${use.kind}`)} · ${use.name}`, at: 'who' },
    { header: t('redeem.code'), render: (use) => <span className="mono">{use.code}</span> },
  ]
  return (
    <section className={styles['history']} aria-label={t('redeem.history')}>
      <h2>{t('redeem.history')}</h2>
      <DataTable
        label={t('redeem.history')}
        query={query}
        columns={columns}
        rowKey={(use) => use.id}
        page={page}
        onPage={(next) => change({ page: next })}
        empty={<EmptyState title={t('redeem.history_empty')} text={t('redeem.history_empty_text')} />}
      />
    </section>
  )
}
