import { useDebouncedValue } from '@mantine/hooks'
import { useT } from '../i18n.ts'
import { useFoundOnSite } from '../site-search/use-found-on-site.ts'
import styles from './tickets.module.css'

const MOST = 3
/** Fewer letters say too little; Chinese says it in two. */
const LEAST = 2

/** Articles that may answer what is being asked. They open beside the ticket, which stays as it is. */
export function ArticleOffers({ subject }: { subject: string }) {
  const [asked] = useDebouncedValue(subject.trim(), 350)
  return asked.length < LEAST ? null : <Offers asked={asked} />
}

function Offers({ asked }: { asked: string }) {
  const t = useT()
  const { data } = useFoundOnSite(asked)
  const articles = data?.pages[0]?.groups.find(({ kind }) => kind === 'article')?.items.slice(0, MOST) ?? []
  if (articles.length === 0) return null
  return (
    <section className={styles['offers']} aria-label={t('ticket_new.articles')}>
      <h2>{t('ticket_new.articles')}</h2>
      <ul>
        {articles.map(({ id, path, title, language }) => (
          <li key={id}>
            <a className="hit" href={path} target="_blank" rel="noopener" lang={language}>
              {title.text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
