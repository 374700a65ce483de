import { useDebouncedValue } from '@mantine/hooks'
import type { TicketKind } from '@portico/contract/tickets'
import { useDoctor } from '../diagnosis/use-doctor.ts'
import { useT } from '../i18n.ts'
import { useFoundOnSite } from '../site-search/use-found-on-site.ts'
import { PathLink } from '../ui/path-link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import styles from './tickets.module.css'

const MOST = 4
/** Fewest letters to search for; two Chinese ones suffice. */
const LEAST = 2

interface HelpBesideProps {
  /** Kind; '': not chosen. */
  kind: string
  subject: string
  /** true: the form shows the line's state already. */
  isLineKnown: boolean
}

/** Possible answers before sending: the state of the member's line, and articles. */
export function HelpBeside({ kind, subject, isLineKnown }: HelpBesideProps) {
  const [typed] = useDebouncedValue(subject.trim(), 350)
  return (
    <aside className={styles['beside']}>
      {!isLineKnown && kind !== 'billing' && kind !== 'account' && <Line />}
      <Articles kind={kind as TicketKind | ''} typed={typed.length < LEAST ? '' : typed} />
    </aside>
  )
}

function Line() {
  const t = useT()
  const { data } = useDoctor()
  if (!data) return null
  const [finding] = data.findings
  return (
    <section aria-label={t('ticket_new.line')}>
      <h2>{t('ticket_new.line')}</h2>
      <p>
        <StatusBadge tone={finding ? 'warn' : 'good'} label={finding?.title ?? t('ticket_new.line_good')} />
      </p>
      {finding && <p className="quiet">{finding.advice}</p>}
      <PathLink className="hit" to="/dashboard#doctor">
        {t('ticket_new.line_more')}
      </PathLink>
    </section>
  )
}

/** Articles that open beside the ticket. If none match, the first to read. */
function Articles({ kind, typed }: { kind: TicketKind | ''; typed: string }) {
  const t = useT()
  const byKind = kind === '' || kind === 'other' ? '' : t(`ticket_kind.${kind}`)
  const { data } = useFoundOnSite(typed || byKind)
  const page = data?.pages[0]
  const found = page?.groups.find((group) => group.kind === 'article')?.items
  const articles = (found ?? page?.suggestions ?? []).slice(0, MOST)
  if (articles.length === 0) return null
  const title = t(found ? 'ticket_new.articles' : 'ticket_new.read_first')
  return (
    <section aria-label={title} data-suggested={!found || undefined}>
      <h2>{title}</h2>
      <ul>
        {articles.map(({ id, path, title: { text }, language }) => (
          <li key={id}>
            <a className="hit" href={path} target="_blank" rel="noopener" lang={language}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
