import { fetchRedeemUses, type RedeemUse } from '@portico/contract/redeem-codes'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import styles from './cards.module.css'
import { useRewardText } from './reward-text.ts'

const redeemed = listOf(fetchRedeemUses)

/** The codes a member has redeemed, newest first. */
export function RedeemHistory() {
  const t = useT()
  const text = useRewardText()
  const list = useList(redeemed)
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
        {...list.table}
        columns={columns}
        empty={{ title: t('redeem.history_empty'), text: t('redeem.history_empty_text') }}
      />
    </section>
  )
}
