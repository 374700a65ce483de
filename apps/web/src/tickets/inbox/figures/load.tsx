import type { TicketFigures } from '@portico/contract/ticket-inbox-admin'
import { useT } from '../../../i18n.ts'
import { formatNumber } from '../../../ui/format/format-number.ts'
import styles from './figures.module.css'

/** Assigned tickets and replies per person. */
export function Load({ people }: Pick<TicketFigures, 'people'>) {
  const t = useT()
  return (
    <section className={styles['section']}>
      <h2>{t('ticket_inbox.load')}</h2>
      {people.length === 0 ? (
        <p className="quiet">{t('ticket_inbox.no_load')}</p>
      ) : (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th>{t('ticket_inbox.person')}</th>
              <th>{t('ticket_inbox.open_now')}</th>
              <th>{t('ticket_inbox.waiting_now')}</th>
              <th>{t('ticket_inbox.replies')}</th>
              <th>{t('ticket_inbox.satisfaction')}</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ id, name, open, waiting, replies, score }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{open}</td>
                <td data-warm={waiting > 0 || undefined}>{waiting}</td>
                <td>{replies}</td>
                <td>{score === null ? '–' : formatNumber(score / 100, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
