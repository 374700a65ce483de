import { NumberInput, TagsInput } from '@mantine/core'
import { useT } from '../i18n.ts'
import { FormSection } from '../ui/form/form-section.tsx'
import type { NodeFormApi } from '../nodes/node-form.ts'

/** What a node may report, and where its calls may come from. */
export function NodeLine({ form }: { form: NodeFormApi }) {
  const t = useT()
  return (
    <FormSection title={t('report_watch.line_title')}>
      <NumberInput
        label={t('report_watch.line_speed')}
        description={t('report_watch.line_speed_text')}
        suffix=" Mbps"
        thousandSeparator
        min={1}
        max={80_000}
        clampBehavior="none"
        allowDecimal={false}
        {...form.getInputProps('line_speed')}
      />
      <TagsInput
        label={t('report_watch.addresses')}
        description={t('report_watch.addresses_text')}
        maxTags={32}
        {...form.getInputProps('call_addresses')}
        error={firstError(form.errors)}
      />
    </FormSection>
  )
}

/** Error of the field: the first of any address. */
function firstError(errors: NodeFormApi['errors']) {
  return Object.entries(errors).find(([field]) => field.startsWith('call_addresses'))?.[1]
}
