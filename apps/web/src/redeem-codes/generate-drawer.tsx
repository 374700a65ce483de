import { NumberInput, Progress, TextInput } from '@mantine/core'
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
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { useRewardText } from './reward-text.ts'
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
  const rewardText = useRewardText()
  const number = (field: number | string): number => (field === '' ? Number.NaN : Number(field))
  const toInput = (form: GenerateForm): RedeemBatchInput => ({
    template_id: template.id,
    name: form.name,
    count: number(form.count),
    max_uses: number(form.max_uses),
    ...toMoments(form, zone),
  })
  const values: GenerateForm = { name: template.name, count: 100, max_uses: 1, starts_at: null, expires_at: null }
  const { form, save, bound } = useSavedForm({
    values,
    toInput,
    check: RedeemBatchInput,
    send: (body: RedeemBatchInput) => call(adminGenerateRedeemCodes, { body }),
    done: (batch) => t('codes_manage.generated', { n: batch.count }),
    changes: [adminListRedeemTemplates, adminListRedeemBatches, adminListRedeemCodes],
    after: async () => {
      onClose()
      await navigate({ to: '.', search: { tab: 'batches' } as never })
    },
  })
  const [count, uses] = [Number(form.values.count), Number(form.values.max_uses)]
  return (
    <FormDrawer
      title={t('codes_manage.generate_title', { name: template.name })}
      {...bound}
      draft={`redeem codes of ${template.id}`}
      saveLabel={t('codes_manage.generate')}
      effect={count > 0 && uses > 0 && t('codes_manage.effect', { n: count, uses: count * uses, reward: rewardText(template) })}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        maxLength={80}
        {...fieldOf(form, 'name', t('codes_manage.batch_name'), t('codes_manage.batch_name_text'))}
      />
      <FieldRow>
        <NumberInput
          min={1}
          max={MAX_BATCH}
          allowDecimal={false}
          thousandSeparator
          {...fieldOf(form, 'count', t('codes_manage.count'), t('codes_manage.count_text', { n: MAX_BATCH }))}
        />
        <NumberInput
          min={1}
          max={1_000_000}
          allowDecimal={false}
          thousandSeparator
          {...fieldOf(form, 'max_uses', t('codes_manage.max_uses'), t('codes_manage.max_uses_text'))}
        />
      </FieldRow>
      <DateRangeFields form={form} />
      {save.isPending && <Progress value={100} animated aria-label={t('codes_manage.generating')} />}
    </FormDrawer>
  )
}
