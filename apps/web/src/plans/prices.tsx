import { type Period, PERIODS } from '@portico/contract/periods'
import { listPublicPlans, type Plan, soldPeriods } from '@portico/contract/plans'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { get, queryClient } from '../api/query.ts'
import { readToken } from '../api/session.ts'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { useServiceStatus } from '../outages/use-service-status.ts'
import { Start } from '../site/start-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { LoadFailed } from '../ui/plain/public-frame.tsx'
import { CycleSwitch } from './cycle-switch.tsx'
import { cyclesOf, savingsOf } from './cards/plan-price.ts'
import { PlanGrid } from './cards/plan-grid.tsx'
import { useMonthlyNote } from './cards/use-monthly-note.ts'
import styles from './price-page.module.css'

const Search = z.object({ cycle: choice(PERIODS) })

/** The plans for visitors, as the price pages show them. */
export const usePublicPlans = () => useQuery(get(listPublicPlans, {}), queryClient)

/** The plans with their prices, by billing period; what is coming, if there are none. */
export function Prices() {
  const t = useT()
  const { data, isPending, isError, refetch } = usePublicPlans()
  return (
    <>
      {isPending && <Skeletons />}
      {isError && !data && <LoadFailed title={t('price.failed')} onRetry={refetch} />}
      {data && <Cards plans={data.items} />}
    </>
  )
}

function NoPlans() {
  const t = useT()
  const hasLocations = (useServiceStatus().data?.locations.length ?? 0) > 0
  const isOpen = useSite()?.registration_open !== false
  const mayRegister = isOpen && readToken() === null
  return (
    <EmptyState title={t('price.empty')} text={t(mayRegister ? 'price.empty_text' : 'price.empty_soon')} drawing="start">
      <Start />
      {hasLocations && (
        <PathLink to="/service" className={buttonClass('outline', 'large')}>
          {t('price.to_service')}
        </PathLink>
      )}
    </EmptyState>
  )
}

function Cards({ plans }: { plans: Plan[] }) {
  const monthlyNote = useMonthlyNote()
  const [search, setSearch] = usePageSearch(Search)
  const cycles = cyclesOf(plans)
  const cycle = search.cycle && cycles.includes(search.cycle) ? search.cycle : cycles[0]
  if (!cycle) return <NoPlans />
  const shown = plans.filter((plan) => plan[cycle] !== null)
  const periodOf = (plan: Plan): Period => (plan[cycle] === null ? (soldPeriods(plan)[0] ?? cycle) : cycle)
  const noteOf = (plan: Plan) => monthlyNote(plan, soldPeriods(plan), periodOf(plan))
  return (
    <div className={styles['prices']}>
      {cycles.length > 1 && (
        <CycleSwitch
          cycles={cycles}
          savingsOf={(period) => savingsOf(plans, soldPeriods, period)}
          value={cycle}
          onChange={(next) => setSearch({ cycle: next })}
        />
      )}
      <PlanGrid plans={shown} rest={plans.filter((plan) => !shown.includes(plan))} periodOf={periodOf} noteOf={noteOf} />
    </div>
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
