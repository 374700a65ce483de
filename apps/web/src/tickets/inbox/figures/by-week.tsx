import type { TicketFigures } from '@portico/contract/ticket-inbox-admin'
import { language, useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import type { Bar } from '../../../ui/chart/bar.ts'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { standOut } from '../../../ui/chart/stand-out.ts'
import { niceTicks } from '../../../ui/chart/ticks.ts'
import { formatNumber } from '../../../ui/format/format-number.ts'
import { formatDay } from '../../../ui/format/format-time.ts'
import { duration } from './duration.ts'
import styles from './figures.module.css'

/** A busy week has this many times the tickets of the usual one. */
const BUSY = 1.25

/** Tickets opened in each week, with how fast they were answered. */
export function ByWeek({ figures }: { figures: TicketFigures }) {
  const t = useT()
  const lang = useStore(language)
  const { weeks } = figures
  const last = weeks.length - 1
  const bars = weeks.map((week, i): Bar => {
    const name = formatDay(week.monday, lang)
    const { count, median } = week.first_response
    return {
      name,
      tick: name,
      value: week.opened,
      ...(i === last ? { kind: 'now' as const } : {}),
      ...(count > 0 ? { more: t('ticket_desk.answered_in', { time: duration(median, t) }) } : {}),
    }
  })
  const earlier = weeks.slice(0, last).map(({ opened }) => opened)
  const most = standOut(earlier)
  const busiest = most && most.times >= BUSY && weeks[most.at]
  const said = busiest && { n: busiest.opened, day: formatDay(busiest.monday, lang), times: formatNumber(most.times, 1) }
  const range = [...new Set([Math.min(...earlier), Math.max(...earlier)])].join('–')
  const finding = said ? t('ticket_desk.busiest', said) : t('ticket_desk.usual_weeks', { now: weeks[last]?.opened ?? 0, range })
  return (
    <section className={styles['section']}>
      <h2>{t('ticket_desk.by_week')}</h2>
      <p className="intro">{finding}</p>
      <BarChart
        label={`${t('ticket_desk.by_week')}. ${finding}`}
        bars={bars}
        legend={{ name: t('ticket_desk.week'), value: t('ticket_desk.opened') }}
        ticks={niceTicks(Math.max(1, ...weeks.map((week) => week.opened)))}
        format={formatNumber}
        height={160}
      />
      <details className={styles['scroll']}>
        <summary>{t('ticket_desk.weeks_table')}</summary>
        <table className={`${styles['table']} ${styles['weeks']}`}>
          <thead>
            <tr>
              <th>{t('ticket_desk.week')}</th>
              <th>{t('ticket_desk.opened')}</th>
              <th>{t('ticket_desk.first_response')}</th>
              <th>{t('ticket_desk.ninety_answered')}</th>
              <th>{t('ticket_desk.resolution')}</th>
              <th>{t('ticket_desk.ninety_solved')}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ monday, opened: n, first_response: first, resolution }) => (
              <tr key={monday}>
                <th scope="row">{formatDay(monday, lang)}</th>
                <td>{n}</td>
                <td>{duration(first.median, t)}</td>
                <td>{duration(first.p90, t)}</td>
                <td>{duration(resolution.median, t)}</td>
                <td>{duration(resolution.p90, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
