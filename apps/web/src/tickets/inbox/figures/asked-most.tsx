import { adminTicketsAsked } from '@portico/contract/ticket-inbox-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../../api/may.ts'
import { get } from '../../../api/query.ts'
import { useT } from '../../../i18n.ts'
import { PathLink } from '../../../ui/path-link.tsx'
import styles from './figures.module.css'

/** What subjects speak of most, with the articles that would have answered; without one, a way to write it. */
export function AskedMost({ weeks }: { weeks: number }) {
  const t = useT()
  const may = useMay()
  const { data } = useQuery(get(adminTicketsAsked, { query: { weeks } }))
  return (
    <section className={styles['section']} aria-busy={!data}>
      <h2>{t('ticket_inbox.asked')}</h2>
      <p className="intro">{t('ticket_inbox.asked_text')}</p>
      {data?.items.length === 0 && <p className="quiet">{t('ticket_inbox.asked_none')}</p>}
      {data && data.items.length > 0 && (
        <table className={`${styles['table']} ${styles['asked']}`}>
          <tbody>
            {data.items.map(({ phrase, tickets, articles }) => (
              <tr key={phrase}>
                <th scope="row">
                  <PathLink to={`/admin/ticket?${new URLSearchParams({ q: phrase })}`}>{phrase}</PathLink>
                </th>
                <td>{t('ticket_inbox.tickets_n', { n: tickets })}</td>
                <td data-text>
                  {articles.map(({ id, title }) => (
                    <PathLink key={id} to={`/article/articleRead/${id}`}>
                      {title}
                    </PathLink>
                  ))}
                  {articles.length === 0 && <span className="caution">{t('ticket_inbox.no_article')}</span>}
                  {articles.length === 0 && may('content.write') && (
                    <PathLink to="/admin/content/contentcreate">{t('ticket_inbox.write_article')}</PathLink>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
