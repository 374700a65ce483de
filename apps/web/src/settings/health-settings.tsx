import { NativeSelect, NumberInput, Switch } from '@mantine/core'
import { Settings } from '@portico/contract/settings-admin'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { FieldRow } from '../ui/form-section.tsx'
import type { SettingsFormApi } from './settings-form.ts'
import styles from './settings-page.module.css'

/** When a node counts as down, what links then do, and what members get for it. */
export function HealthSettings({ form }: { form: SettingsFormApi }) {
  const t = useT()
  const whole = { allowDecimal: false, allowNegative: false } as const
  const inLinks = { leave_out: 'setting.offline_leave_out', mark: 'setting.offline_mark', keep: 'setting.offline_keep' } as const
  const kind = form.values['compensation']?.['kind']
  return (
    <Card title={t('setting.health')}>
      <div className={styles['fields']}>
        <FieldRow>
          <NumberInput
            label={t('setting.offline_after')}
            description={t('setting.offline_after_text')}
            suffix={` ${t('setting.seconds')}`}
            {...whole}
            {...form.getInputProps('node.offline_after')}
          />
          <NativeSelect
            label={t('setting.offline_in_links')}
            description={t('setting.offline_in_links_text')}
            data={Settings.shape['node.offline_in_links'].options.map((value) => ({ value, label: t(inLinks[value]) }))}
            {...form.getInputProps('node.offline_in_links')}
          />
        </FieldRow>
        <Switch
          label={t('setting.compensation')}
          description={t('setting.compensation_text')}
          {...form.getInputProps('compensation.enabled', { type: 'checkbox' })}
        />
        <FieldRow>
          <NumberInput
            label={t('setting.compensation_minutes')}
            suffix={` ${t('setting.minutes')}`}
            {...whole}
            {...form.getInputProps('compensation.minutes')}
          />
          <NativeSelect
            label={t('setting.compensation_kind')}
            data={Settings.shape['compensation.kind'].options.map((value) => ({ value, label: t(`setting.compensation_${value}`) }))}
            {...form.getInputProps('compensation.kind')}
          />
          {kind === 'traffic' ? (
            <NumberInput label={t('setting.compensation_traffic')} suffix=" GB" {...whole} {...form.getInputProps('compensation.gb')} />
          ) : (
            <NumberInput
              label={t('setting.compensation_days')}
              suffix={` ${t('setting.days')}`}
              {...whole}
              {...form.getInputProps('compensation.days')}
            />
          )}
        </FieldRow>
      </div>
    </Card>
  )
}
