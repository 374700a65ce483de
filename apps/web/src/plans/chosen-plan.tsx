import { PERIODS } from '@portico/contract/periods'
import { listPublicPlans, priceNow } from '@portico/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { get, queryClient } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Money } from '../ui/format/money.tsx'
import styles from './chosen-plan.module.css'

/** The plan a visitor chose before registering, with its price; nothing if the address names none that is on sale. */
export function ChosenPlan({ path }: { path: string }) {
  const t = useT()
  const [, id, type] = /^\/user\/plan\/(\d+)\/(\d)$/.exec(path) ?? []
  const period = PERIODS[Number(type) - 1]
  const { data } = useQuery({ ...get(listPublicPlans, {}, { background: true }), enabled: period !== undefined }, queryClient)
  const plan = data?.items.find((one) => one.id === Number(id))
  if (!plan || !period || plan[period] === null) return null
  const amount = priceNow(plan, period)
  return (
    <p className={styles['chosen']}>
      <strong>{plan.name}</strong> · {t(`period.${period}`)} ·{' '}
      {amount === 0 ? t('plan.free') : <Money amount={amount} currency={plan.currency} />}
    </p>
  )
}
