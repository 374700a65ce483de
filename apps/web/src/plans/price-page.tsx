import { type Period, PERIODS } from '@portico/contract/periods'
import { listPublicPlans, type Plan, soldPeriods } from '@portico/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { get, queryClient } from '../api/query.ts'
import { loadMessages, useT } from '../i18n.ts'
import { useServiceStatus } from '../outages/use-service-status.ts'
import { Call } from '../site/call.tsx'
import { Questions } from '../site/questions.tsx'
import { Start } from '../site/start-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { LoadFailed, PublicFrame } from '../ui/plain/public-frame.tsx'
import { ComparePlans } from './compare-plans.tsx'
import { CycleSwitch } from './cycle-switch.tsx'
import { cyclesOf, savingsOf } from './cards/plan-price.ts'
import { PlanGrid } from './cards/plan-grid.tsx'
import { useMonthlyNote } from './cards/use-monthly-note.ts'
import styles from './price-page.module.css'

export const Route = createFileRoute('/_public/price')({
  loader: () => Promise.all([loadMessages('home'), loadMessages('prices')]),
  component: PricePage,
  staticData: { title: 'title.price' },
})

const Search = z.object({ cycle: choice(PERIODS) })

function PricePage() {
  const t = useT()
  const { data, isPending, isError, refetch } = useQuery(get(listPublicPlans, {}), queryClient)
  return (
    <>
      <PublicFrame title={t('price.title')} {...(data?.items.length !== 0 && { text: t('price.text') })}>
        {isPending && <Skeletons />}
        {isError && <LoadFailed title={t('price.failed')} onRetry={refetch} />}
        {data && <Prices plans={data.items} />}
      </PublicFrame>
      {data && data.items.length > 0 && (
        <>
          {data.items.length > 1 && <ComparePlans plans={data.items} />}
          <Questions />
          <Call />
        </>
      )}
    </>
  )
}

function NoPlans() {
  const t = useT()
  const hasLocations = (useServiceStatus().data?.locations.length ?? 0) > 0
  return (
    <EmptyState title={t('price.empty')} text={t('price.empty_text')} drawing="start">
      <Start />
      {hasLocations && (
        <PathLink to="/service" className={buttonClass('outline', 'large')}>
          {t('price.to_service')}
        </PathLink>
      )}
    </EmptyState>
  )
}

function Prices({ plans }: { plans: Plan[] }) {
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
