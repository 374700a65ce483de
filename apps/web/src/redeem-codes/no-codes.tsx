import { Button } from '@mantine/core'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PathLink } from '../ui/path-link.tsx'

/** Stands for an empty list of codes or batches, and leads to the types of cards, from which both are made. */
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
