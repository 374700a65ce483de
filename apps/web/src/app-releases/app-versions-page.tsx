import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ReleasesPanel } from './releases-panel.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/appversion')({
  component: AppVersionsPage,
  staticData: { title: 'title.appversion' },
})

function AppVersionsPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.appversion')} text={t('release_manage.text')} />
      <ReleasesPanel app="client" />
    </>
  )
}
