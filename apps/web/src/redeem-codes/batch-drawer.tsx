import { Switch, TextInput } from '@mantine/core'
import {
  adminListRedeemBatches,
  adminListRedeemCodes,
  adminUpdateRedeemBatch,
  type RedeemBatch,
  RedeemBatchChange,
} from '@portico/contract/redeem-codes-admin'
import { call } from '../api/call.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { DateRangeFields, type Dates, toMoments } from './date-range-fields.tsx'

interface BatchForm extends Record<string, unknown>, Dates {
  name: string
  enabled: boolean
}

/** Renames a batch, changes its dates, or disables it. */
export function BatchDrawer({ batch, steps, onClose }: { batch: RedeemBatch; steps?: Steps | undefined; onClose: () => void }) {
  const t = useT()
  const zone = useZone()
  const wall = (time: string | null): string | null => (time === null ? null : formatDateTime(time, zone, 'second'))
  const toChange = ({ name, enabled, ...dates }: BatchForm): RedeemBatchChange => ({ name, enabled, ...toMoments(dates, zone) })
  const values: BatchForm = {
    name: batch.name,
    enabled: batch.enabled,
    starts_at: wall(batch.starts_at),
    expires_at: wall(batch.expires_at),
  }
  const { form, bound } = useSavedForm({
    values,
    toInput: toChange,
    check: RedeemBatchChange,
    send: (body: RedeemBatchChange) => call(adminUpdateRedeemBatch, { params: { id: batch.id }, body }),
    done: t('state.saved'),
    changes: [adminListRedeemBatches, adminListRedeemCodes],
    after: onClose,
  })
  return (
    <FormDrawer
      title={t('codes_manage.edit', { name: batch.name })}
      {...bound}
      steps={steps}
      draft={`redeem batch ${batch.id}`}
      onClose={onClose}
    >
      <TextInput required data-autofocus maxLength={80} {...fieldOf(form, 'name', t('codes_manage.batch_name'))} />
      <DateRangeFields form={form} />
      <Switch {...flagOf(form, 'enabled', t('codes_manage.enabled'), t('codes_manage.batch_enabled_text'))} />
    </FormDrawer>
  )
}
