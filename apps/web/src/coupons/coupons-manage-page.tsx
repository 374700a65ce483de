import { Tabs } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useT } from '../i18n.ts'
import { PromotionsPanel } from '../promotions/promotions-panel.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { CouponsPanel } from './coupons-panel.tsx'
import { fadeEdges } from '../ui/sections/fade-edges.ts'

export const Route = createFileRoute('/_signed-in/_console/admin/coupon')({
  component: CouponsManagePage,
  staticData: { title: 'title.coupon' },
})

const TABS = ['coupons', 'promotions'] as const
const Search = z.object({ tab: choice(TABS) })

function CouponsManagePage() {
  const t = useT()
  const navigate = useNavigate()
  const [{ tab = 'coupons' }] = usePageSearch(Search)
  // The tabs do not share their filters.
  const open = (next: string | null): void =>
    void navigate({ to: '.', search: (next === 'promotions' ? { tab: next } : {}) as never, replace: true })
  return (
    <>
      <PageHeader title={t('title.coupon')} text={t('coupon_manage.text')} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List ref={fadeEdges} mb="lg" aria-label={t('title.coupon')}>
          <Tabs.Tab value="coupons">{t('coupon_manage.tab')}</Tabs.Tab>
          <Tabs.Tab value="promotions">{t('promotion_manage.tab')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="coupons">
          <CouponsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="promotions">
          <PromotionsPanel />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
