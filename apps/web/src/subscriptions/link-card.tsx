import { useHasExtension } from '../app-releases/newest-releases.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyField } from '../ui/copy/copy-field.tsx'
import { Gap } from '../ui/gap.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './subscribe.module.css'

/** The subscription link with a copy button, and the ways to use it. */
export function LinkCard({ url }: { url: string }) {
  const t = useT()
  const hasExtension = useHasExtension()
  return (
    <Card title={t('dashboard.link')} aside={<PathLink to="/user/subscribe/index">{t('center.import')}</PathLink>}>
      <p className="intro">{t('dashboard.link_text')}</p>
      <CopyField label={t('dashboard.link')} text={url} />
      {hasExtension && (
        <p className={styles['also']}>
          {t('subscribe.extension_text')}
          <Gap />
          <PathLink to="/extension">{t('subscribe.extension_open')}</PathLink>
        </p>
      )}
    </Card>
  )
}
