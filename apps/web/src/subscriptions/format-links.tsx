import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatLinks } from './import-clients.ts'
import styles from './subscribe.module.css'

/** How many formats are shown at once: those that most apps read. */
const FIRST = 3

/** The link in each format, to paste into apps that cannot be told apart. */
export function FormatLinks({ url }: { url: string }) {
  const t = useT()
  const links = formatLinks(url)
  const list = (some: typeof links) => (
    <ul className={styles['clients']}>
      {some.map((link) => (
        <li key={link.format}>
          <span className={styles['client']}>
            <strong>{t(`format.${link.format}`)}</strong>
            <small>{t(`format.${link.format}_text`)}</small>
          </span>
          <CopyButton text={link.url} />
        </li>
      ))}
    </ul>
  )
  return (
    <Card title={t('subscribe.formats')}>
      <p className="intro">{t('subscribe.formats_text')}</p>
      {list(links.slice(0, FIRST))}
      <details className={styles['more']}>
        <summary>{t('subscribe.more_formats')}</summary>
        {list(links.slice(FIRST))}
      </details>
    </Card>
  )
}
