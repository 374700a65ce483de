import { NativeSelect } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'

const LEVELS = ['off', 'low', 'middle', 'high'] as const

/** Mieru: transport and multiplexing. */
export function MieruFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  return (
    <FormSection title="Mieru">
      <FieldRow>
        <NativeSelect label={t('node_manage.mieru_transport')} data={['TCP', 'UDP']} {...form.getInputProps('settings.transport')} />
        <NativeSelect
          label={t('node_manage.multiplexing')}
          data={LEVELS.map((value) => ({ value, label: t(`node_manage.multiplexing_${value}`) }))}
          {...form.getInputProps('settings.multiplexing')}
        />
      </FieldRow>
    </FormSection>
  )
}
