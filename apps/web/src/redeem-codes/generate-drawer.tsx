import { NumberInput, Progress, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  adminGenerateRedeemCodes,
  adminListRedeemBatches,
  adminListRedeemCodes,
  adminListRedeemTemplates,
  MAX_BATCH,
  RedeemBatchInput,
  type RedeemTemplate,
} from '@portico/contract/redeem-codes-admin'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
import { DateRangeFields, type Dates, toMoments } from './date-range-fields.tsx'

interface GenerateForm extends Record<string, unknown>, Dates {
  name: string
  count: number | string
  max_uses: number | string
}

/** Generates a batch of codes of one kind, then shows the batches. */
export function GenerateDrawer({ template, onClose }: { template: RedeemTemplate; onClose: () => void }) {
  const t = useT()
  const zone = useZone()
  const navigate = useNavigate()
  const number = (field: number | string): number => (field === '' ? Number.NaN : Number(field))
  const toInput = (form: GenerateForm): RedeemBatchInput => ({
    template_id: template.id,
    name: form.name,
    count: number(form.count),
    max_uses: number(form.max_uses),
    ...toMoments(form, zone),
  })
  const form = useForm<GenerateForm>({
    initialValues: { name: template.name, count: 100, max_uses: 1, starts_at: null, expires_at: null },
    validate: (values) => schemaErrors(RedeemBatchInput, toInput(values)),
  })
  const save = useSave({
    form,
    send: (body: RedeemBatchInput) => call(adminGenerateRedeemCodes, { body }),
    done: (batch) => t('codes_manage.generated', { n: batch.count }),
    changes: [adminListRedeemTemplates, adminListRedeemBatches, adminListRedeemCodes],
    after: async () => {
      onClose()
      await navigate({ to: '.', search: { tab: 'batches' } as never })
    },
  })
  return (
    <FormDrawer
      title={t('codes_manage.generate_title', { name: template.name })}
      saving={save.isPending}
      form={form}
      draft={`redeem codes of ${template.id}`}
      saveLabel={t('codes_manage.generate')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}
    >
      <TextInput
        label={t('codes_manage.batch_name')}
        description={t('codes_manage.batch_name_text')}
        data-autofocus
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <FieldRow>
        <NumberInput
          label={t('codes_manage.count')}
          description={t('codes_manage.count_text', { n: MAX_BATCH })}
          min={1}
          max={MAX_BATCH}
          allowDecimal={false}
          thousandSeparator
          {...form.getInputProps('count')}
        />
        <NumberInput
          label={t('codes_manage.max_uses')}
          description={t('codes_manage.max_uses_text')}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          thousandSeparator
          {...form.getInputProps('max_uses')}
        />
      </FieldRow>
      <DateRangeFields form={form} />
      {save.isPending && <Progress value={100} animated aria-label={t('codes_manage.generating')} />}
    </FormDrawer>
  )
}
