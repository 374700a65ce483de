import {
  adminDeletePromotion,
  adminListPromotions,
  type AdminPromotion,
  adminSetPromotion,
  type PromotionState,
} from '@portico/contract/promotions-admin'
import type { Language } from '@portico/contract/translations'
import { call } from '../api/call.ts'
import { Periods, Plans, usePlanNames } from '../coupons/validity-text.tsx'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { RowSwitch } from '../ui/table/row-actions.tsx'

const PromotionDrawer = lazyDrawer(async () => (await import('./promotion-drawer.tsx')).PromotionDrawer)

const promotions = listOf(adminListPromotions)
const TONES: Record<PromotionState, Tone> = { running: 'good', not_started: 'busy', over: 'quiet', disabled: 'bad' }

/** Price cuts that apply automatically, without a code. */
export function PromotionsPanel() {
  const t = useT()
  const lang = useStore(language)
  const list = useList(promotions)
  const names = usePlanNames()
  const editing = useEditing(list, 'coupons.write')
  const create = editing.button(t('promotion_manage.create'))
  return (
    <>
      <HeaderActions>{!list.isEmpty && create}</HeaderActions>
      <p className="intro">{t('promotion_manage.text')}</p>
      <DataTable
        label={t('promotion_manage.tab')}
        {...list.table}
        {...editing.table}
        columns={[
          { header: t('promotion_manage.name'), render: (row) => <strong>{nameIn(row, lang)}</strong>, opens: true, at: 'who' },
          { header: t('coupon_manage.discount'), render: (row) => `−${row.percent}%`, align: 'right', at: 'much' },
          { header: t('validity.plans'), render: (row) => <Plans of={row} names={names} />, lesser: true },
          { header: t('validity.periods'), render: (row) => <Periods of={row} />, lesser: true },
          { header: t('validity.starts'), render: (row) => <DateTime value={row.starts_at} />, lesser: true },
          { header: t('validity.ends'), render: (row) => <DateTime value={row.ends_at} />, at: 'what', named: true },
          {
            header: t('promotion_manage.for'),
            render: (row) => t(row.new_members_only ? 'promotion_manage.newcomers' : 'promotion_manage.all'),
          },
          {
            header: t('coupon_manage.state'),
            render: ({ state }) => <StatusBadge tone={TONES[state]} label={t(`coupon_manage.state_${state}`)} />,
            at: 'state',
          },
          {
            header: t('coupon_manage.enabled'),
            render: (row) =>
              row.state !== 'over' && (
                <RowSwitch
                  needs="coupons.write"
                  label={`${nameIn(row, lang)}: ${t('coupon_manage.enabled')}`}
                  on={row.enabled}
                  save={(on) => call(adminSetPromotion, { params: { id: row.id }, body: { enabled: on } })}
                  changes={[adminListPromotions]}
                />
              ),
            lesser: true,
          },
          editing.actions((row) => {
            const name = nameIn(row, lang)
            return {
              name,
              words: {
                title: t('promotion_manage.delete_title', { name }),
                text: t('promotion_manage.delete_text'),
                done: t('promotion_manage.deleted', { name }),
              },
              remove: () => call(adminDeletePromotion, { params: { id: row.id } }),
            }
          }),
        ]}
        empty={{ title: t('promotion_manage.empty'), text: t('promotion_manage.empty_text'), drawing: 'start', children: create }}
      />
      {editing.form(PromotionDrawer)}
    </>
  )
}

/** Name in a visitor's language. */
function nameIn({ name, translations }: AdminPromotion, lang: Language): string {
  return translations[lang]?.name || name
}
