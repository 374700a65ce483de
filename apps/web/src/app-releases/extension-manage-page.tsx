import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageTabs } from '../ui/sections/page-tabs.tsx'
import { ReleasesPanel } from './releases-panel.tsx'

const ExtensionConfig = lazyPart(async () => (await import('./extension-config.tsx')).ExtensionConfig)

export const Route = createFileRoute('/_signed-in/_console/admin/extension')({
  component: ExtensionManagePage,
  staticData: { title: 'title.extension' },
})

function ExtensionManagePage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.extension')} text={t('release_manage.extension_text')} />
      <PageTabs
        label={t('title.extension')}
        tabs={[
          { id: 'releases', title: t('release_manage.tab'), panel: <ReleasesPanel app="extension" /> },
          { id: 'config', title: t('app_config.tab'), panel: <ExtensionConfig /> },
        ]}
      />
    </>
  )
}
