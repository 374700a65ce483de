import { NumberInput, Switch, TagsInput } from '@mantine/core'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { FieldRow } from '../ui/form-section.tsx'
import type { SettingsFormApi } from './settings-form.ts'
import styles from './settings-page.module.css'

/** When members and operators are told of use that is out of the ordinary, and what checking in gives. */
export function UsageSettings({ form }: { form: SettingsFormApi }) {
  const t = useT()
  const thresholds = (form.values['usage']?.['alert_thresholds'] ?? []) as number[]
  const whole = { allowDecimal: false, allowNegative: false } as const
  return (
    <Card title={t('setting.usage')}>
      <div className={styles['fields']}>
        <FieldRow>
          <TagsInput
            label={t('setting.alert_thresholds')}
            description={t('setting.alert_thresholds_text')}
            maxTags={5}
            inputMode="numeric"
            {...form.getInputProps('usage.alert_thresholds')}
            value={thresholds.map(String)}
            onChange={(texts) => form.setFieldValue('usage.alert_thresholds', texts.map(Number).filter(isPercent))}
          />
          <NumberInput
            label={t('setting.alarm_networks')}
            description={t('setting.alarm_networks_text')}
            {...whole}
            {...form.getInputProps('subscription.alarm_networks')}
          />
        </FieldRow>
        <Switch
          label={t('setting.checkin')}
          description={t('setting.checkin_text')}
          {...form.getInputProps('checkin.enabled', { type: 'checkbox' })}
        />
        <FieldRow>
          <NumberInput label={t('setting.checkin_min')} suffix=" MB" {...whole} {...form.getInputProps('checkin.min_mb')} />
          <NumberInput label={t('setting.checkin_max')} suffix=" MB" {...whole} {...form.getInputProps('checkin.max_mb')} />
        </FieldRow>
      </div>
    </Card>
  )
}

function isPercent(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 100
}
