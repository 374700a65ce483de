import { NumberInput, TagsInput } from '@mantine/core'
import { useT } from '../../i18n.ts'
import type { NodeFormApi } from '../node-form.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormSection } from '../../ui/form/form-section.tsx'

/** What a node may report, and where its calls may come from. */
export function NodeLine({ form }: { form: NodeFormApi }) {
  const t = useT()
  return (
    <FormSection title={t('node_manage.line_title')}>
      <NumberInput
        suffix=" Mbps"
        thousandSeparator
        min={1}
        max={80_000}
        clampBehavior="none"
        allowDecimal={false}
        {...fieldOf(form, 'line_speed', t('node_manage.line_speed'), t('node_manage.line_speed_text'))}
      />
      <TagsInput
        maxTags={32}
        {...fieldOf(form, 'call_addresses', t('node_manage.addresses'), t('node_manage.addresses_text'))}
        error={firstError(form.errors)}
      />
    </FormSection>
  )
}

/** Error of the field: the first of any address. */
function firstError(errors: NodeFormApi['errors']) {
  return Object.entries(errors).find(([field]) => field.startsWith('call_addresses'))?.[1]
}
