import { useT } from '../i18n.ts'
import { ConfigPreview } from '../templates/config-preview.tsx'
import { TemplatesScreen } from '../templates/templates-screen.tsx'
import { ConfigKeyCard } from './config-key-card.tsx'

/** The configuration that the extension fetches. */
export function ExtensionConfig() {
  const t = useT()
  return (
    <TemplatesScreen
      formats={['extension_conf']}
      Preview={ConfigPreview}
      extra={{ title: t('app_config.key_title'), card: <ConfigKeyCard app="extension" /> }}
    />
  )
}
