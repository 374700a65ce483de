import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { TemplatesScreen } from './templates-screen.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/pac')({
  component: PacPage,
  staticData: { title: 'title.pac' },
})

function PacPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.pac')} text={t('pac.text')} />
      <TemplatesScreen formats={['pac']} Preview={TemplatePreview} />
    </>
  )
}
