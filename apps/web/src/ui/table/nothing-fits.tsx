import { Button } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../empty-state.tsx'
import type { ListQuery } from './data-table.tsx'

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

/** Whether a list is empty without filters, so that tools are useless. */
export function isEmptyList<T>({ data, isPlaceholderData }: ListQuery<T>, filtered: boolean): boolean {
  return !filtered && !isPlaceholderData && data?.total === 0
}
