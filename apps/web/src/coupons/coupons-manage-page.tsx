import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageTabs } from '../ui/sections/page-tabs.tsx'
import { CouponsPanel } from './coupons-panel.tsx'

const PromotionsPanel = lazyPart(async () => (await import('../promotions/promotions-panel.tsx')).PromotionsPanel)

export const Route = createFileRoute('/_signed-in/_console/admin/coupon')({
  component: CouponsManagePage,
  staticData: { title: 'title.coupon' },
})

function CouponsManagePage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.coupon')} text={t('coupon_manage.text')} />
      <PageTabs
        label={t('title.coupon')}
        tabs={[
          { id: 'coupons', title: t('coupon_manage.tab'), panel: <CouponsPanel /> },
          { id: 'promotions', title: t('promotion_manage.tab'), panel: <PromotionsPanel /> },
        ]}
      />
    </>
  )
}
