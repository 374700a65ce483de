import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { ConfigPreview } from '../templates/config-preview.tsx'
import { TemplatesScreen } from '../templates/templates-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ConfigKeyCard } from './config-key-card.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/client_conf')({
  component: ClientConfigPage,
  staticData: { title: 'title.client_conf' },
})

function ClientConfigPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.client_conf')} text={t('app_config.text')} />
      <TemplatesScreen
        formats={['client_conf']}
        Preview={ConfigPreview}
        extra={{ title: t('app_config.key_title'), card: <ConfigKeyCard app="client" /> }}
      />
    </>
  )
}
