import { adminListCoupons, type AdminCoupon, adminSetCoupon, adminSetCoupons, type CouponFilter } from '@portico/contract/coupons-admin'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { BulkBar, BulkButton } from '../ui/table/bulk/bulk-bar.tsx'
import { useBulk } from '../ui/table/bulk/use-bulk.ts'
import type { Picked } from '../ui/table/use-picking.ts'
import { useSave } from '../ui/use-save.ts'

interface BulkProps {
  picked: Picked<AdminCoupon>
  /** Rows on the page: with all picked, the whole list can be meant. */
  shown: number
  filter: CouponFilter
  filtered: boolean
  /** Coupons that match the filter. */
  total: number
}

/** Enables or disables the picked coupons, or all that match the filter. Each confirmation states how many there are. */
export function CouponBulk({ picked, shown, filter, filtered, total }: BulkProps) {
  const t = useT()
  const may = useMay()
  const done = (n: number, enabled: boolean): string => t(enabled ? 'coupon_manage.enabled_n' : 'coupon_manage.disabled_n', { n })
  const changes = [adminListCoupons]
  const set = useBulk({
    picked,
    send: ({ id }, enabled: boolean) => call(adminSetCoupon, { params: { id }, body: { enabled } }, { background: true }),
    done,
    changes,
  })
  const setAll = useSave({
    send: (enabled: boolean) => call(adminSetCoupons, { body: { filter, enabled, count: total } }),
    done: ({ changed }, enabled) => done(changed, enabled),
    changes,
    after: () => set.bar.onClear(),
  })
  const ask = async (enabled: boolean, all: boolean): Promise<void> => {
    const n = all ? total : picked.rows.length
    const title = t(enabled ? 'coupon_manage.enable_title' : 'coupon_manage.disable_title', { n })
    const scope = all ? `${t(filtered ? 'coupon_manage.scope_filter' : 'coupon_manage.scope_all', { n })} ` : ''
    const text = scope + t(enabled ? 'coupon_manage.enable_text' : 'coupon_manage.disable_text')
    if (!(await confirm({ title, text, confirm: t(label(enabled, all), { n }), danger: !enabled }))) return
    if (all) setAll.mutate(enabled)
    else set.run(picked.rows, enabled)
  }
  const button = (enabled: boolean, all: boolean) => (
    <BulkButton busy={set.busy || setAll.isPending} onClick={() => void ask(enabled, all)}>
      {t(label(enabled, all), { n: total })}
    </BulkButton>
  )
  return (
    <BulkBar {...set.bar}>
      {may('coupons.write') && (
        <>
          {button(true, false)}
          {button(false, false)}
          {picked.rows.length === shown && total > shown && (
            <>
              {button(true, true)}
              {button(false, true)}
            </>
          )}
        </>
      )}
    </BulkBar>
  )
}

function label(enabled: boolean, all: boolean) {
  if (all) return enabled ? 'coupon_manage.enable_all' : 'coupon_manage.disable_all'
  return enabled ? 'coupon_manage.enable' : 'coupon_manage.disable'
}
