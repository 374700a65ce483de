import { createFileRoute } from '@tanstack/react-router'
import { CommissionsTable } from '../commissions/commissions-table.tsx'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageTabs } from '../ui/sections/page-tabs.tsx'
import { WithdrawalsTable } from './withdrawals-table.tsx'

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
