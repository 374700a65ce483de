import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { TemplatesScreen } from './templates-screen.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/ios_conf')({
  component: IosTemplatesPage,
  staticData: { title: 'title.ios_conf' },
})

function IosTemplatesPage() {
  const t = useT()
  return <TemplatesScreen title={t('title.ios_conf')} formats={['surge', 'surfboard', 'loon', 'quantumult-x']} />
}
