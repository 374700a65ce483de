import { NativeSelect } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'

const LEVELS = ['off', 'low', 'middle', 'high'] as const

/** Mieru: transport and multiplexing. */
export function MieruFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  return (
    <FormSection title="Mieru">
      <FieldRow>
        <NativeSelect data={['TCP', 'UDP']} {...fieldOf(form, 'settings.transport', t('node_manage.mieru_transport'))} />
        <NativeSelect
          data={LEVELS.map((value) => ({ value, label: t(`node_manage.multiplexing_${value}`) }))}
          {...fieldOf(form, 'settings.multiplexing', t('node_manage.multiplexing'))}
        />
      </FieldRow>
    </FormSection>
  )
}
