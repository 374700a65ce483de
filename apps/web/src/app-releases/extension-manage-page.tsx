import { Tabs } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useT } from '../i18n.ts'
import { ConfigPreview } from '../templates/config-preview.tsx'
import { TemplatesScreen } from '../templates/templates-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { ConfigKeyCard } from './config-key-card.tsx'
import { ReleasesPanel } from './releases-panel.tsx'
import { fadeEdges } from '../ui/sections/fade-edges.ts'

export const Route = createFileRoute('/_signed-in/_console/admin/extension')({
  component: ExtensionManagePage,
  staticData: { title: 'title.extension' },
})

const Search = z.object({ tab: choice(['releases', 'config']) })

function ExtensionManagePage() {
  const t = useT()
  const navigate = useNavigate()
  const [{ tab = 'releases' }] = usePageSearch(Search)
  // The tabs do not share their page numbers and filters.
  const open = (next: string | null): void =>
    void navigate({ to: '.', search: (next === 'config' ? { tab: next } : {}) as never, replace: true })
  return (
    <>
      <PageHeader title={t('title.extension')} text={t('release_manage.extension_text')} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List ref={fadeEdges} mb="lg" aria-label={t('title.extension')}>
          <Tabs.Tab value="releases">{t('release_manage.tab')}</Tabs.Tab>
          <Tabs.Tab value="config">{t('app_config.tab')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="releases">
          <ReleasesPanel app="extension" />
        </Tabs.Panel>
        <Tabs.Panel value="config">
          <TemplatesScreen
            formats={['extension_conf']}
            Preview={ConfigPreview}
            extra={{ title: t('app_config.key_title'), card: <ConfigKeyCard app="extension" /> }}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
