import { Button } from '@mantine/core'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PathLink } from '../ui/path-link.tsx'

/** Codes and batches are made from a type, in another tab. */
export function NoCodes({ title }: { title: string }) {
  const t = useT()
  return (
    <EmptyState title={title} text={t('codes_manage.from_type')} drawing="start">
      <Button component={PathLink} variant="default" to="/admin/vipcard">
        {t('codes_manage.to_types')}
      </Button>
    </EmptyState>
  )
}
