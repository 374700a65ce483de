import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { TemplatePreview } from '../templates/template-preview.tsx'
import { TemplatesScreen } from '../templates/templates-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/pac2')({
  component: YouthRulesPage,
  staticData: { title: 'title.pac2' },
})

function YouthRulesPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.pac2')} text={t('youth.rules_text')} />
      <TemplatesScreen formats={['youth']} Preview={TemplatePreview} />
    </>
  )
}
