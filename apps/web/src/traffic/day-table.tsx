import type { TrafficDay, TrafficRow } from '@portico/contract/traffic'
import { useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import styles from './day-table.module.css'

/** Traffic per node under its day, with the day's sum. `days`: also of other pages. */
export function DayTable({ rows, days }: { rows: TrafficRow[]; days: TrafficDay[] }) {
  const t = useT()
  const shown = [...new Set(rows.map(({ day }) => day))]
  const totalOf = (day: string): number =>
    days.filter((one) => one.day === day).reduce((sum, { billed_u: up, billed_d: down }) => sum + up + down, 0)
  return (
    <table className={styles['table']} aria-label={t('title.traffics')}>
      <thead>
        <tr>
          <th>{t('node.name')}</th>
          <th>{t('traffic.up')}</th>
          <th>{t('traffic.down')}</th>
          <th>{t('traffic.billed')}</th>
        </tr>
      </thead>
      {shown.map((day) => (
        <tbody key={day}>
          <tr className={styles['day']}>
            <th scope="rowgroup" colSpan={3}>
              {day}
            </th>
            <td>
              <Bytes value={totalOf(day)} />
            </td>
          </tr>
          {rows
            .filter((row) => row.day === day)
            .map((row) => (
              <tr key={row.node_id}>
                <td>{row.node_name}</td>
                <td>
                  <Bytes value={row.u} />
                </td>
                <td>
                  <Bytes value={row.d} />
                </td>
                <td>
                  <Bytes value={row.billed_u + row.billed_d} />
                </td>
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  )
}
