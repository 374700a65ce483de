import { Input, NativeSelect, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core'
import { minorDigits, toDecimal } from '@portico/contract/money'
import { Settings } from '@portico/contract/settings-admin'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { parseFixed } from '../ui/fixed-point.ts'
import { FieldRow } from '../ui/form-section.tsx'
import { Unit } from '../ui/unit.tsx'
import type { SettingsFormApi } from './settings-form.ts'
import styles from './settings-page.module.css'

type FormProps = { form: SettingsFormApi }

/** Who may invite, what it earns, and how that is paid out. */
export function InviteSettings({ form }: FormProps) {
  return (
    <>
      <Invites form={form} />
      <Commission form={form} />
      <Withdrawals form={form} />
    </>
  )
}

function Invites({ form }: FormProps) {
  const t = useT()
  return (
    <Card title={t('setting.invite')}>
      <div className={styles['fields']}>
        <Switch
          label={t('setting.invite_forced')}
          description={t('setting.invite_forced_text')}
          {...form.getInputProps('invite.forced', { type: 'checkbox' })}
        />
        <Switch
          label={t('setting.invite_single_use')}
          description={t('setting.invite_single_use_text')}
          {...form.getInputProps('invite.single_use', { type: 'checkbox' })}
        />
        <Figure form={form} path="invite.limit" label={t('setting.invite_limit')} text={t('setting.invite_limit_text')} />
      </div>
    </Card>
  )
}

function Commission({ form }: FormProps) {
  const t = useT()
  const modes = Settings.shape['commission.mode'].options
  const sum = form.errors['commission.shares']
  return (
    <Card title={t('setting.commission')}>
      <div className={styles['fields']}>
        <FieldRow>
          <Figure
            form={form}
            path="commission.rate"
            label={t('setting.commission_rate')}
            text={t('setting.commission_rate_text')}
            unit="%"
          />
          <Figure
            form={form}
            path="commission.freeze_days"
            label={t('setting.freeze_days')}
            text={t('setting.freeze_days_text')}
            unit={t('setting.days')}
          />
        </FieldRow>
        <NativeSelect
          label={t('setting.commission_mode')}
          description={t('setting.commission_mode_text')}
          data={modes.map((value) => ({ value, label: t(`setting.commission_mode_${value}`) }))}
          {...form.getInputProps('commission.mode')}
        />
        <Input.Wrapper
          label={t('setting.shares')}
          description={t('setting.shares_text')}
          error={sum}
          labelElement="div"
          role="group"
          descriptionProps={{ mb: 10 }}
        >
          <FieldRow>
            {[0, 1, 2].map((level) => (
              <Figure key={level} form={form} path={`commission.shares.${level}`} label={t('setting.level', { n: level + 1 })} unit="%" />
            ))}
          </FieldRow>
        </Input.Wrapper>
      </div>
    </Card>
  )
}

function Withdrawals({ form }: FormProps) {
  const t = useT()
  return (
    <Card title={t('setting.withdrawal')}>
      <div className={styles['fields']}>
        <Switch
          label={t('setting.withdrawal_enabled')}
          description={t('setting.withdrawal_enabled_text')}
          {...form.getInputProps('withdrawal.enabled', { type: 'checkbox' })}
        />
        <FieldRow>
          <Least form={form} />
          <Figure
            form={form}
            path="withdrawal.fee_percent"
            label={t('setting.withdrawal_fee')}
            text={t('setting.withdrawal_fee_text')}
            unit="%"
          />
        </FieldRow>
        <TagsInput
          label={t('setting.withdrawal_methods')}
          description={t('setting.withdrawal_methods_text')}
          maxTags={20}
          {...form.getInputProps('withdrawal.methods')}
        />
      </div>
    </Card>
  )
}

/** The smallest withdrawal, entered as a decimal and kept in minor units. */
function Least({ form }: FormProps) {
  const t = useT()
  const currency = String(form.values['site']?.['currency'])
  const places = minorDigits(currency)
  const value = Number(form.values['withdrawal']?.['min'])
  const [typed, setTyped] = useState('')
  // What was typed stands while it means what the form holds; after a reset it does not.
  const shown = Object.is(parseFixed(typed, places), value) ? typed : toDecimal(value, currency)
  const { error } = form.getInputProps('withdrawal.min')
  return (
    <TextInput
      label={t('setting.withdrawal_min')}
      description={t('setting.withdrawal_min_text')}
      inputMode="decimal"
      rightSection={<Unit>{currency}</Unit>}
      rightSectionWidth={56}
      error={error}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        form.setFieldValue('withdrawal.min', parseFixed(event.currentTarget.value, places))
      }}
    />
  )
}

function Figure({ form, path, label, text, unit }: FormProps & { path: string; label: string; text?: string; unit?: string }) {
  return (
    <NumberInput
      label={label}
      description={text}
      {...(unit ? { suffix: ` ${unit}` } : {})}
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps(path)}
    />
  )
}
