import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageTabs } from '../ui/sections/page-tabs.tsx'
import { WithdrawalsTable } from './withdrawals-table.tsx'

const CommissionsTable = lazyPart(async () => (await import('../commissions/commissions-table.tsx')).CommissionsTable)

export const Route = createFileRoute('/_signed-in/_console/admin/tixian')({
  component: WithdrawalsManagePage,
  staticData: { title: 'title.tixian' },
})

function WithdrawalsManagePage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.tixian')} text={t('withdrawal_manage.text')} />
      <PageTabs
        label={t('title.tixian')}
        tabs={[
          { id: 'withdrawals', title: t('withdrawal_manage.tab_withdrawals'), panel: <WithdrawalsTable /> },
          { id: 'commissions', title: t('withdrawal_manage.tab_commissions'), panel: <CommissionsTable /> },
        ]}
      />
    </>
  )
}
