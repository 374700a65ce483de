import { IOS_TEMPLATES } from '@portico/contract/formats'
import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { TemplatesScreen } from './templates-screen.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/ios_conf')({
  component: IosTemplatesPage,
  staticData: { title: 'title.ios_conf' },
})

function IosTemplatesPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.ios_conf')} text={t('templates.text')} />
      <TemplatesScreen formats={IOS_TEMPLATES} Preview={TemplatePreview} />
    </>
  )
}
