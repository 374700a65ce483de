import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { ConfigPreview } from '../templates/config-preview.tsx'
import { TemplatesScreen } from '../templates/templates-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageTabs } from '../ui/sections/page-tabs.tsx'
import { ConfigKeyCard } from './config-key-card.tsx'
import { ReleasesPanel } from './releases-panel.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/extension')({
  component: ExtensionManagePage,
  staticData: { title: 'title.extension' },
})

function ExtensionManagePage() {
  const t = useT()
  const config = (
    <TemplatesScreen
      formats={['extension_conf']}
      Preview={ConfigPreview}
      extra={{ title: t('app_config.key_title'), card: <ConfigKeyCard app="extension" /> }}
    />
  )
  return (
    <>
      <PageHeader title={t('title.extension')} text={t('release_manage.extension_text')} />
      <PageTabs
        label={t('title.extension')}
        tabs={[
          { id: 'releases', title: t('release_manage.tab'), panel: <ReleasesPanel app="extension" /> },
          { id: 'config', title: t('app_config.tab'), panel: config },
        ]}
      />
    </>
  )
}
