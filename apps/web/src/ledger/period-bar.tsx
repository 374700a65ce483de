import { NativeSelect } from '@mantine/core'
import { useT } from '../i18n.ts'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { type Days, daysOf, PERIODS, periodOf } from './periods.ts'
import { useToday } from '../ui/format/use-today.ts'

/** Chooses the days that the whole page counts: a usual period, or from one day to another. */
export function PeriodBar({ days: { from, to }, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const t = useT()
  const today = useToday()
  const current = periodOf({ from, to }, today)
  const data = [
    ...PERIODS.map((value) => ({ value: value as string, label: t(`ledger.period_${value}`) })),
    ...(current ? [] : [{ value: '', label: t('ledger.period_own') }]),
  ]
  return (
    <>
      <NativeSelect
        aria-label={t('ledger.period')}
        data={data}
        value={current ?? ''}
        onChange={(event) => {
          const period = PERIODS.find((one) => one === event.currentTarget.value)
          if (period) onChange({ from: undefined, to: undefined, ...daysOf(period, today) })
        }}
      />
      <DayFilter from={from} to={to} onChange={onChange} />
    </>
  )
}
