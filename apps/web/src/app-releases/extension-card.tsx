import { Button } from '@mantine/core'
import { EXTENSION_PLATFORMS } from '@portico/contract/app-releases'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './app-releases.module.css'
import { newestReleases } from './newest-releases.ts'

/** Leads a member to the browser extension, where there is one. */
export function ExtensionCard() {
  const t = useT()
  const { data } = useQuery(newestReleases)
  if (!data?.items.some((release) => EXTENSION_PLATFORMS.some((one) => one === release.platform))) return null
  return (
    <Card title={t('subscribe.extension')}>
      <p className={styles['quiet']}>{t('subscribe.extension_text')}</p>
      <Button component={PathLink} to="/extension" variant="default" mt="md">
        {t('subscribe.extension_open')}
      </Button>
    </Card>
  )
}
