import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatLinks } from './import-clients.ts'
import styles from './subscribe.module.css'

/** The link in each format, to paste into apps that cannot be told apart. */
export function FormatLinks({ url }: { url: string }) {
  const t = useT()
  return (
    <Card title={t('subscribe.formats')}>
      <p className={styles['quiet']}>{t('subscribe.formats_text')}</p>
      <ul className={styles['clients']}>
        {formatLinks(url).map((link) => (
          <li key={link.format}>
            <span className={styles['client']}>
              <strong>{t(`format.${link.format}`)}</strong>
              <small>{t(`format.${link.format}_text`)}</small>
            </span>
            <CopyButton text={link.url} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
