import { useForm } from '@mantine/form'
import {
  adminCreateCoupon,
  adminGenerateCoupons,
  adminListCoupons,
  type AdminCoupon,
  adminUpdateCoupon,
  CouponBatchInput,
  CouponChange,
  CouponInput,
} from '@portico/contract/coupons-admin'
import { call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
import { CouponFields } from './coupon-fields.tsx'
import { type CouponForm, toBatchInput, toCouponChange, toCouponForm, toCouponInput } from './coupon-form.ts'

interface DrawerProps {
  /** Coupon to edit, or `new` or `batch` to create. */
  coupon: AdminCoupon | 'new' | 'batch'
  steps?: Steps | undefined
  onClose: () => void
  onGenerated: (batchId: string) => void
}

/** Creates a coupon or a batch, or edits a coupon. */
export function CouponDrawer({ coupon, steps, onClose, onGenerated }: DrawerProps) {
  const t = useT()
  const config = useSite()
  const edited = typeof coupon === 'string' ? null : coupon
  const batch = coupon === 'batch'
  const site = { currency: edited?.currency ?? config?.currency ?? 'CNY', zone: config?.timezone }
  const form = useForm<CouponForm>({
    initialValues: toCouponForm(edited, batch, site),
    validate: (values) => {
      if (batch) return schemaErrors(CouponBatchInput, toBatchInput(values, site))
      if (edited) return schemaErrors(CouponChange, toCouponChange(values, site))
      return schemaErrors(CouponInput, toCouponInput(values, site))
    },
  })
  const save = useSave({
    form,
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
      saving={save.isPending}
      steps={steps}
      saveLabel={batch ? t('coupon_manage.generate') : t('action.save')}
      form={form}
      draft={`coupon ${typeof coupon === 'string' ? coupon : coupon.id}`}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <CouponFields form={form} mode={edited ? 'edit' : batch ? 'batch' : 'new'} currency={site.currency} />
    </FormDrawer>
  )
}
