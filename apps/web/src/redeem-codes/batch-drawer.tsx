import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
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
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { formatDateTime } from '../ui/format/format-time.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
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
  const form = useForm<BatchForm>({
    initialValues: { name: batch.name, enabled: batch.enabled, starts_at: wall(batch.starts_at), expires_at: wall(batch.expires_at) },
    validate: (values) => schemaErrors(RedeemBatchChange, toChange(values)),
  })
  const save = useSave({
    form,
    send: (body: RedeemBatchChange) => call(adminUpdateRedeemBatch, { params: { id: batch.id }, body }),
    done: t('state.saved'),
    changes: [adminListRedeemBatches, adminListRedeemCodes],
    after: onClose,
  })
  return (
    <FormDrawer
      title={t('codes_manage.edit', { name: batch.name })}
      saving={save.isPending}
      steps={steps}
      form={form}
      draft={`redeem batch ${batch.id}`}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(toChange(values)))}
    >
      <TextInput required label={t('codes_manage.batch_name')} data-autofocus maxLength={80} {...form.getInputProps('name')} />
      <DateRangeFields form={form} />
      <Switch
        label={t('codes_manage.enabled')}
        description={t('codes_manage.batch_enabled_text')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </FormDrawer>
  )
}
