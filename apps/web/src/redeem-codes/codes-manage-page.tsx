import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageTabs } from '../ui/sections/page-tabs.tsx'
import { TemplatesTab } from './templates-tab.tsx'

const BatchesTab = lazyPart(async () => (await import('./batches-tab.tsx')).BatchesTab)
const CodesTab = lazyPart(async () => (await import('./codes-tab.tsx')).CodesTab)
const UsesTab = lazyPart(async () => (await import('./uses-tab.tsx')).UsesTab)

export const Route = createFileRoute('/_signed-in/_console/admin/vipcard')({
  component: CodesManagePage,
  staticData: { title: 'title.vipcard' },
})

function CodesManagePage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.vipcard')} text={t('codes_manage.text')} />
      <PageTabs
        label={t('title.vipcard')}
        tabs={[
          { id: 'templates', title: t('codes_manage.templates'), panel: <TemplatesTab /> },
          { id: 'batches', title: t('codes_manage.batches'), panel: <BatchesTab /> },
          { id: 'codes', title: t('codes_manage.codes'), panel: <CodesTab /> },
          { id: 'uses', title: t('codes_manage.uses'), panel: <UsesTab /> },
        ]}
      />
    </>
  )
}
