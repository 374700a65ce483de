import { adminTicketFigures, type TicketFigures } from '@portico/contract/ticket-inbox-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../../api/query.ts'
import { useT } from '../../../i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Figure, Figures } from '../../../ui/facts.tsx'
import { PageLoading } from '../../../ui/page-loading.tsx'
import { AskedMost } from './asked-most.tsx'
import { ByKind } from './by-kind.tsx'
import { ByWeek } from './by-week.tsx'
import { formatNumber } from '../../../ui/format/format-number.ts'
import { duration } from './duration.ts'
import styles from './figures.module.css'
import { Load } from './load.tsx'

export const WEEKS = 8

/** How fast members are answered, how much there is to answer, and what it is about. */
export function FiguresPanel() {
  const t = useT()
  const query = useQuery(get(adminTicketFigures, { query: { weeks: WEEKS } }))
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageLoading />
  const { data } = query
  if (data.opened === 0)
    return <EmptyState title={t('ticket_inbox.no_tickets')} text={t('ticket_inbox.figures_text', { n: WEEKS })} drawing="bell" />
  return (
    <div className={styles['panel']}>
      <p className="intro">{t('ticket_inbox.figures_text', { n: WEEKS })}</p>
      <Figures>
        <Figure name={t('ticket_inbox.opened')}>{data.opened}</Figure>
        <Figure name={t('ticket_inbox.first_response')}>
          {duration(data.first_response.median, t)}
          <Slowest seconds={data.first_response.p90} />
        </Figure>
        <Figure name={t('ticket_inbox.resolution')}>
          {duration(data.resolution.median, t)}
          <Slowest seconds={data.resolution.p90} />
        </Figure>
        <Figure name={t('ticket_inbox.per_hundred')}>{data.per_hundred === null ? '–' : formatNumber(data.per_hundred / 100, 1)}</Figure>
        <Figure name={t('ticket_inbox.satisfaction')}>
          <Satisfaction scores={data.scores} />
        </Figure>
      </Figures>
      <ByWeek figures={data} />
      <div className={styles['pair']}>
        <ByKind kinds={data.kinds} />
        <Load people={data.people} />
      </div>
      <AskedMost weeks={WEEKS} />
    </div>
  )
}

function Slowest({ seconds }: { seconds: number | null }) {
  const t = useT()
  return seconds !== null && <small>{t('ticket_inbox.ninety', { time: duration(seconds, t) })}</small>
}

function Satisfaction({ scores }: Pick<TicketFigures, 'scores'>) {
  const t = useT()
  const rated = scores.reduce((sum, n) => sum + n, 0)
  if (rated === 0) return '–'
  const total = scores.reduce((sum, n, i) => sum + n * (i + 1), 0)
  return (
    <>
      {t('ticket_inbox.of_five', { n: Math.round((total / rated) * 10) / 10 })}
      <small>{t('ticket_inbox.rated_by', { n: rated })}</small>
    </>
  )
}
