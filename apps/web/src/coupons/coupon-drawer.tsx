import {
  type AdminCoupon,
  adminCreateCoupon,
  adminGenerateCoupons,
  adminListCoupons,
  adminUpdateCoupon,
  CouponBatchInput,
  CouponChange,
  CouponInput,
} from '@portico/contract/coupons-admin'
import { call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'
import { CouponFields } from './coupon-fields.tsx'
import { type CouponForm, toBatchInput, toCouponChange, toCouponForm, toCouponInput } from './coupon-form.ts'

interface DrawerProps extends EditedRow<AdminCoupon, 'batch'> {
  onGenerated: (batchId: string) => void
}

/** Creates a coupon or a batch, or edits a coupon. */
export function CouponDrawer({ row: edited, like, steps, onClose, onGenerated }: DrawerProps) {
  const t = useT()
  const config = useSite()
  const batch = like === 'batch'
  const site = { currency: edited?.currency ?? config?.currency ?? 'CNY', zone: config?.timezone }
  const { form, bound } = useSavedForm({
    values: toCouponForm(edited, batch, site),
    check: (values) => {
      if (batch) return schemaErrors(CouponBatchInput, toBatchInput(values, site))
      if (edited) return schemaErrors(CouponChange, toCouponChange(values, site))
      return schemaErrors(CouponInput, toCouponInput(values, site))
    },
    send: async (values: CouponForm): Promise<{ message: string; batchId: string | null }> => {
      if (batch) {
        const { batch_id: batchId, count } = await call(adminGenerateCoupons, { body: toBatchInput(values, site) })
        return { message: t('coupon_manage.generated', { n: count }), batchId }
      }
      if (edited) await call(adminUpdateCoupon, { params: { id: edited.id }, body: toCouponChange(values, site) })
      else await call(adminCreateCoupon, { body: toCouponInput(values, site) })
      return { message: t('state.saved'), batchId: null }
    },
    done: ({ message }) => message,
    changes: [adminListCoupons],
    after: ({ batchId }) => {
      onClose()
      if (batchId) onGenerated(batchId)
    },
  })
  const title = edited ? t('coupon_manage.edit', { code: edited.code }) : t(batch ? 'coupon_manage.generate' : 'coupon_manage.create')
  return (
    <FormDrawer
      title={title}
      {...bound}
      steps={steps}
      saveLabel={batch ? t('coupon_manage.generate') : t('action.save')}
      draft={`coupon ${edited?.id ?? like ?? 'new'}`}
      effect={batch && Number(form.values.count) > 0 && t('coupon_manage.effect', { n: Number(form.values.count) })}
      onClose={onClose}
    >
      <CouponFields form={form} mode={edited ? 'edit' : batch ? 'batch' : 'new'} currency={site.currency} />
    </FormDrawer>
  )
}
