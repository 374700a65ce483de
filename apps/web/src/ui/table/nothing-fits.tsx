import { Button } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../empty-state.tsx'

/** A list that is empty only because of its filters. */
export function NothingFits({ onClear }: { onClear: () => void }) {
  const t = useT()
  return (
    <EmptyState title={t('state.empty_filtered')} drawing="search">
      <Button variant="default" onClick={onClear}>
        {t('action.reset_filters')}
      </Button>
    </EmptyState>
  )
}
