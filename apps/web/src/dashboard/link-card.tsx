import { useHasExtension } from '../app-releases/newest-releases.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './dashboard.module.css'

/** The subscription link, to copy. */
export function LinkCard({ url }: { url: string }) {
  const t = useT()
  const hasExtension = useHasExtension()
  return (
    <Card title={t('dashboard.link')}>
      <p className={styles['quiet']}>{t('dashboard.link_text')}</p>
      <div className={styles['link']}>
        <input readOnly value={url} aria-label={t('dashboard.link')} onFocus={(event) => event.target.select()} />
        <CopyButton text={url} variant="filled" />
      </div>
      {hasExtension && (
        <p className={styles['also']}>
          {t('subscribe.extension_text')} <PathLink to="/extension">{t('subscribe.extension_open')}</PathLink>
        </p>
      )}
    </Card>
  )
}
