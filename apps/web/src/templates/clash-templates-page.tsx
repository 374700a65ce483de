import { CLASH_TEMPLATES } from '@portico/contract/formats'
import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { TemplatesScreen } from './templates-screen.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/clash')({
  component: ClashTemplatesPage,
  staticData: { title: 'title.clash' },
})

function ClashTemplatesPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.clash')} text={t('templates.text')} />
      <TemplatesScreen formats={CLASH_TEMPLATES} Preview={TemplatePreview} />
    </>
  )
}
