import { type KeyboardEvent, useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import { byteTicks, formatBytes } from '../ui/format/format-bytes.ts'
import styles from './dashboard.module.css'

interface Day {
  day: string
  billed_u: number
  billed_d: number
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Usage of the last days as bars on a scale. Hovering, tapping or the arrow keys show a bar's value above. */
export function UsageBars({ days }: { days: Day[] }) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const last = days.length - 1
  const [chosen, setChosen] = useState(last)
  const sums = days.map(({ day, billed_u: up, billed_d: down }) => ({ day, amount: up + down }))
  const most = Math.max(...sums.map((sum) => sum.amount), 0)
  if (most === 0) return <p className="intro">{t('dashboard.usage_empty')}</p>
  const ticks = byteTicks(most)
  const top = ticks.at(-1) ?? most
  const said = ({ day, amount }: (typeof sums)[number]): string => t('dashboard.usage_day', { day, amount: formatBytes(amount) })
  const shown = sums[Math.min(chosen, last)]
  const move = (event: KeyboardEvent): void => {
    const to = STEPS[event.key]?.(chosen, last)
    if (to === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <>
      <p className={styles['said']} aria-hidden>
        {shown && said(shown)}
      </p>
      <div className={styles['chart']}>
        <div className={styles['scale']} aria-hidden>
          {ticks.map((tick) => (
            <span key={tick}>{formatBytes(tick)}</span>
          ))}
        </div>
        <div className={styles['plot']}>
          <div className={styles['lines']} aria-hidden>
            {ticks.map((tick) => (
              <span key={tick} />
            ))}
          </div>
          <ul className={styles['bars']} ref={list} aria-label={t('dashboard.usage')}>
            {sums.map((sum, index) => (
              <li key={sum.day}>
                <button
                  type="button"
                  aria-label={said(sum)}
                  data-chosen={index === chosen || undefined}
                  tabIndex={index === chosen ? 0 : -1}
                  onPointerEnter={() => setChosen(index)}
                  onClick={() => setChosen(index)}
                  onFocus={() => setChosen(index)}
                  onKeyDown={move}
                >
                  <span className={styles['bar']} style={{ height: `${(sum.amount / top) * 100}%` }} />
                </button>
                <span className={styles['day']} aria-hidden>
                  {sum.day.slice(5)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}
