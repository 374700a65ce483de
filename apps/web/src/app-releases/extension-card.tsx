import { Button } from '@mantine/core'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { useHasExtension } from './newest-releases.ts'

/** Links members to the browser extension, if there is one. */
export function ExtensionCard() {
  const t = useT()
  const hasExtension = useHasExtension()
  if (!hasExtension) return null
  return (
    <Card title={t('subscribe.extension')}>
      <p className="quiet">{t('subscribe.extension_text')}</p>
      <Button component={PathLink} to="/extension" variant="default" mt="md">
        {t('subscribe.extension_open')}
      </Button>
    </Card>
  )
}
