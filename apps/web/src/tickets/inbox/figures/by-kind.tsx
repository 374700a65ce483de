import type { TicketFigures } from '@portico/contract/ticket-inbox-admin'
import { TicketKind } from '@portico/contract/tickets'
import { useT } from '../../../i18n.ts'
import styles from './figures.module.css'

/** What tickets are about, the most frequent kind first. */
export function ByKind({ kinds }: Pick<TicketFigures, 'kinds'>) {
  const t = useT()
  const sorted = TicketKind.options.toSorted((a, b) => kinds[b] - kinds[a])
  const most = Math.max(1, ...Object.values(kinds))
  return (
    <section className={styles['section']}>
      <h2>{t('ticket_inbox.by_kind')}</h2>
      <table className={styles['table']}>
        <tbody>
          {sorted.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`ticket_kind.${kind}`)}</th>
              <td className={styles['bar']} aria-hidden>
                <span style={{ width: `${(kinds[kind] / most) * 100}%` }} />
              </td>
              <td>{kinds[kind]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
