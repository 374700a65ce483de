import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { TemplatesScreen } from './templates-screen.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/clash')({
  component: ClashTemplatesPage,
  staticData: { title: 'title.clash' },
})

function ClashTemplatesPage() {
  const t = useT()
  return <TemplatesScreen title={t('title.clash')} formats={['mihomo', 'clash', 'stash', 'sing-box']} />
}
