import type { TicketFigures } from '@portico/contract/ticket-inbox-admin'
import { language, useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import type { Bar } from '../../../ui/chart/bar.ts'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { standOut } from '../../../ui/chart/stand-out.ts'
import { countScale } from '../../../ui/chart/scale.ts'
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
      ...(count > 0 ? { more: t('ticket_inbox.answered_in', { time: duration(median, t) }) } : {}),
    }
  })
  const earlier = weeks.slice(0, last).map(({ opened }) => opened)
  const most = standOut(earlier)
  const busiest = most && most.times >= BUSY && weeks[most.at]
  const said = busiest && { n: busiest.opened, day: formatDay(busiest.monday, lang), times: formatNumber(most.times, 1) }
  const range = [...new Set([Math.min(...earlier), Math.max(...earlier)])].join('–')
  const finding = said ? t('ticket_inbox.busiest', said) : t('ticket_inbox.usual_weeks', { now: weeks[last]?.opened ?? 0, range })
  return (
    <section className={styles['section']}>
      <h2>{t('ticket_inbox.by_week')}</h2>
      <p className="intro">{finding}</p>
      <BarChart
        label={`${t('ticket_inbox.by_week')}. ${finding}`}
        bars={bars}
        legend={{ name: t('ticket_inbox.week'), value: t('ticket_inbox.opened') }}
        scale={countScale}
        format={formatNumber}
        height={160}
        table={<Weeks weeks={weeks} />}
      />
    </section>
  )
}

function Weeks({ weeks }: Pick<TicketFigures, 'weeks'>) {
  const t = useT()
  const lang = useStore(language)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className={styles['scroll']} role="group" aria-label={t('ticket_inbox.by_week')} tabIndex={0}>
      <table className={`${styles['table']} ${styles['weeks']}`}>
        <thead>
          <tr>
            <th>{t('ticket_inbox.week')}</th>
            <th>{t('ticket_inbox.opened')}</th>
            <th>{t('ticket_inbox.first_response')}</th>
            <th>{t('ticket_inbox.ninety_answered')}</th>
            <th>{t('ticket_inbox.resolution')}</th>
            <th>{t('ticket_inbox.ninety_solved')}</th>
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
    </div>
  )
}
