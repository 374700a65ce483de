import { Button } from '@mantine/core'
import { adminSetup, SetupStepName, setupSteps } from '@portico/contract/overview-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PathLink } from '../../ui/path-link.tsx'

/** Shown when no proof of a payment waits for staff. Leads back to the setup if that is not done, otherwise to all orders. */
export function NoneWaiting({ onAll }: { onAll: () => void }) {
  const t = useT()
  const may = useMay()
  const hasSteps = SetupStepName.options.some((step) => setupSteps[step].every(may))
  const { data } = useQuery({ ...get(adminSetup, {}, { background: true }), enabled: hasSteps })
  const isSetUp = !data?.items.some(({ done }) => !done)
  return (
    <EmptyState title={t('order_manage.none_waiting')}>
      {isSetUp ? (
        <Button variant="default" onClick={onAll}>
          {t('order_manage.show_all')}
        </Button>
      ) : (
        <Button variant="default" component={PathLink} to="/dashboard?view=setup">
          {t('order_manage.to_setup')}
        </Button>
      )}
    </EmptyState>
  )
}
