import type { ListedArticle } from '@portico/contract/articles'
import type { Device } from '@portico/contract/subscriptions'
import { useLocation } from '@tanstack/react-router'
import { useT } from '../../../i18n.ts'
import { SiteIcon, type SiteIconName } from '../../../site/site-icons.tsx'
import { PathLink } from '../../../ui/path-link.tsx'
import { DeviceIcon } from './device-icon.tsx'
import type { FirstSteps as Steps } from './find-first-steps.ts'
import styles from './first-steps.module.css'

interface StepsProps {
  steps: Steps
  own: Device | null
  items: ListedArticle[]
  /** The address of an article. */
  to: (id: number) => string
  keep: (path: string) => string
}

/** What most readers look for: their device, how to begin, and what to do when nothing works. */
export function FirstSteps({ steps: { devices, articles, trouble }, own, items, to, keep }: StepsProps) {
  const t = useT()
  const { pathname } = useLocation()
  const addressOf = (category: number): string => {
    const held = items.filter((item) => item.category_id === category)
    const [only] = held
    return keep(only && held.length === 1 ? to(only.id) : `${pathname}?category=${category}`)
  }
  return (
    <div className={styles['start']}>
      {devices.length > 1 && (
        <section>
          <h2>{t('reading.device')}</h2>
          <ul className={styles['devices']}>
            {devices.map(({ device, category: { id, name } }) => (
              <li key={device} data-own={device === own || undefined}>
                <PathLink to={addressOf(id)}>
                  <i>
                    <DeviceIcon of={name} />
                  </i>
                  <strong>{name}</strong>
                  <span>
                    {device === own && <b>{t('reading.this_device')}</b>}
                    {appIn(items.find((item) => item.category_id === id)?.title)}
                  </span>
                </PathLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ul className={styles['articles']}>
        {articles.map((article) => (
          <First key={article.id} article={article} to={keep(to(article.id))} icon={article === trouble ? 'alert' : 'page'} />
        ))}
      </ul>
    </div>
  )
}

/** The app that a title such as "Windows: Clash Verge Rev" names. */
function appIn(title = ''): string {
  return /[:：]\s*(.+)$/.exec(title)?.[1] ?? ''
}

function First({ article: { title, summary, language }, to, icon }: { article: ListedArticle; to: string; icon: SiteIconName }) {
  return (
    <li data-kind={icon} lang={language}>
      <PathLink to={to}>
        <i>
          <SiteIcon name={icon} />
        </i>
        <strong>{title}</strong>
        {summary && <span>{summary}</span>}
      </PathLink>
    </li>
  )
}
