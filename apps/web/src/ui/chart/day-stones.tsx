import styles from './chart.module.css'
import { TipBox } from './tip-box.tsx'
import { useChosen } from './use-chosen.ts'

const [STEP, WIDTH, HEIGHT] = [4, 3, 18]
const STONE = `v-${HEIGHT - 1.5}a1.5 1.5 0 0 1 ${WIDTH} 0v${HEIGHT - 1.5}z`

/**
 * One stone for each day, coloured by its uptime in hundredths of a percent; null: no data. `label` gives the overall figure; pointer,
 * finger or keys choose a day, whose `name` says its own.
 */
export function DayStones({ days, label }: { days: { name: string; uptime: number | null }[]; label: string }) {
  const width = Math.max(1, days.length * STEP - (STEP - WIDTH))
  const { chosen, props } = useChosen(days.length, days.length - 1, (at) => days[at]?.name ?? '')
  return (
    <div className={styles['strip']} aria-label={label} {...props}>
      <svg className={styles['stones']} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {days.map(({ name, uptime }, i) => (
          <path key={name} d={`M${i * STEP} ${HEIGHT}${STONE}`} data-level={levelOf(uptime)} data-chosen={i === chosen || undefined} />
        ))}
      </svg>
      {chosen !== null && (
        <TipBox from={chosen / days.length} to={(chosen + 1) / days.length}>
          {days[chosen]?.name}
        </TipBox>
      )}
    </div>
  )
}

/** Legend of grey stones, if a day has no data. */
export function NoDataLegend({ days, text }: { days: { uptime: number | null }[]; text: string }) {
  return days.some(({ uptime }) => uptime === null) ? <span className={styles['grey']}>{text}</span> : null
}

/** Fewest days a strip shows. */
const LEAST = 30

/** Days shown by all strips of a list: from the first with data in any. */
export function knownDays(strips: (number | null)[][]): number {
  const known = strips.map((days) => {
    const first = days.findIndex((uptime) => uptime !== null)
    return first < 0 ? 0 : days.length - first
  })
  return Math.max(LEAST, ...known)
}

/** A day with minutes lost looks different from a day with hours lost. */
function levelOf(uptime: number | null): 'none' | 'up' | 'partly' | 'down' {
  if (uptime === null) return 'none'
  if (uptime >= 9990) return 'up'
  return uptime >= 9500 ? 'partly' : 'down'
}
