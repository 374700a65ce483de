import { adminListCoupons, type AdminCoupon, adminSetCoupon, adminSetCoupons, type CouponFilter } from '@portico/contract/coupons-admin'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { BulkBar, BulkButton } from '../ui/table/bulk-bar.tsx'
import { useSave } from '../ui/use-save.ts'

interface BulkProps {
  picked: AdminCoupon[]
  /** How many rows the page has: with all of them picked, the whole list can be meant. */
  shown: number
  filter: CouponFilter
  filtered: boolean
  /** How many coupons match the filter. */
  total: number
  onDone: () => void
}

/** Enables or disables the picked coupons, or all that match the filter. Each confirmation states how many there are. */
export function CouponBulk({ picked, shown, filter, filtered, total, onDone }: BulkProps) {
  const t = useT()
  const may = useMay()
  const set = useSave({
    send: async ({ enabled, all }: { enabled: boolean; all: boolean }) => {
      if (all) return (await call(adminSetCoupons, { body: { filter, enabled, count: total } })).changed
      for (const { id } of picked) await call(adminSetCoupon, { params: { id }, body: { enabled } })
      return picked.length
    },
    done: (n, { enabled }) => t(enabled ? 'coupon_manage.enabled_n' : 'coupon_manage.disabled_n', { n }),
    changes: [adminListCoupons],
    after: onDone,
  })
  const ask = async (enabled: boolean, all: boolean): Promise<void> => {
    const n = all ? total : picked.length
    const title = t(enabled ? 'coupon_manage.enable_title' : 'coupon_manage.disable_title', { n })
    const scope = all ? `${t(filtered ? 'coupon_manage.scope_filter' : 'coupon_manage.scope_all', { n })} ` : ''
    const text = scope + t(enabled ? 'coupon_manage.enable_text' : 'coupon_manage.disable_text')
    if (await confirm({ title, text, confirm: t(label(enabled, all), { n }), danger: !enabled })) set.mutate({ enabled, all })
  }
  const button = (enabled: boolean, all: boolean) => (
    <BulkButton busy={set.isPending} onClick={() => void ask(enabled, all)}>
      {t(label(enabled, all), { n: total })}
    </BulkButton>
  )
  return (
    <BulkBar count={picked.length} onClear={onDone}>
      {may('coupons.write') && (
        <>
          {button(true, false)}
          {button(false, false)}
          {picked.length === shown && total > shown && (
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
