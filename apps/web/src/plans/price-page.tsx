import { PERIODS } from '@portico/contract/periods'
import { listPublicPlans, type Plan } from '@portico/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { get, queryClient } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { PageIntro } from '../ui/plain/page-intro.tsx'
import { CycleSwitch } from './cycle-switch.tsx'
import { PlanGrid } from './plan-grid.tsx'
import styles from './price-page.module.css'

export const Route = createFileRoute('/_public/price')({ component: PricePage, staticData: { title: 'title.price' } })

const Search = z.object({ cycle: choice(PERIODS) })

function PricePage() {
  const t = useT()
  const { data, isPending, isError, refetch } = useQuery(get(listPublicPlans, {}), queryClient)
  return (
    <div className={styles['page']}>
      <PageIntro title={t('price.title')} text={t('price.text')} />
      {isPending && <Skeletons />}
      {isError && (
        <div className={styles['message']} role="alert">
          <h2>{t('price.failed')}</h2>
          <button type="button" className={buttonClass('outline')} onClick={() => void refetch()}>
            {t('action.retry')}
          </button>
        </div>
      )}
      {data && <Prices plans={data.items} />}
    </div>
  )
}

function Prices({ plans }: { plans: Plan[] }) {
  const t = useT()
  const [search, setSearch] = usePageSearch(Search)
  // A traffic reset is for holders: visitors are not offered one.
  const cycles = PERIODS.filter((period) => period !== 'reset_price' && plans.some((plan) => plan[period] !== null))
  const cycle = search.cycle && cycles.includes(search.cycle) ? search.cycle : cycles[0]
  if (!cycle) {
    return (
      <div className={styles['message']}>
        <h2>{t('price.empty')}</h2>
        <p>{t('price.empty_text')}</p>
      </div>
    )
  }
  return (
    <>
      {cycles.length > 1 && <CycleSwitch cycles={cycles} value={cycle} onChange={(next) => setSearch({ cycle: next })} />}
      <PlanGrid plans={plans.filter((plan) => plan[cycle] !== null)} periodOf={() => cycle} />
    </>
  )
}

function Skeletons() {
  const t = useT()
  return (
    <div className={styles['skeletons']} role="status">
      <span className="visually-hidden">{t('state.loading')}</span>
      <div />
      <div />
      <div />
    </div>
  )
}
