import { NativeSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { Settings } from '@portico/contract/settings-admin'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { FieldRow } from '../ui/form-section.tsx'
import { HealthSettings } from './health-settings.tsx'
import { InviteSettings } from './invite-settings.tsx'
import type { SettingsFormApi } from './settings-form.ts'
import styles from './settings-page.module.css'
import { UsageSettings } from './usage-settings.tsx'

type FormProps = { form: SettingsFormApi }

/** Every setting, by what it is about, each with what it does. */
export function SettingGroups({ form }: FormProps) {
  return (
    <>
      <Site form={form} />
      <Orders form={form} />
      <InviteSettings form={form} />
      <Subscription form={form} />
      <UsageSettings form={form} />
      <Nodes form={form} />
      <HealthSettings form={form} />
      <Security form={form} />
    </>
  )
}

function Site({ form }: FormProps) {
  const t = useT()
  return (
    <Card title={t('setting.site')}>
      <div className={styles['fields']}>
        <FieldRow>
          <TextInput label={t('setting.site_title')} maxLength={60} {...form.getInputProps('site.title')} />
          <TextInput
            label={t('setting.site_email')}
            description={t('setting.site_email_text')}
            type="email"
            {...form.getInputProps('site.email')}
          />
        </FieldRow>
        <TextInput
          label={t('setting.site_url')}
          description={t('setting.site_url_text')}
          type="url"
          placeholder="https://example.com"
          {...form.getInputProps('site.url')}
        />
        <Textarea
          label={t('setting.index_notice')}
          description={t('setting.index_notice_text')}
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('site.index_notice')}
        />
        <FieldRow>
          <TextInput
            label={t('setting.currency')}
            description={t('setting.currency_text')}
            maxLength={3}
            {...form.getInputProps('site.currency')}
            onChange={(event) => form.setFieldValue('site.currency', event.currentTarget.value.trim().toUpperCase())}
          />
          <Select
            label={t('setting.timezone')}
            description={t('setting.timezone_text')}
            searchable
            allowDeselect={false}
            limit={60}
            nothingFoundMessage={t('menu.search_empty')}
            data={zones(String(form.values['site']?.['timezone']))}
            {...form.getInputProps('site.timezone')}
          />
        </FieldRow>
        <Switch
          label={t('setting.registration_open')}
          description={t('setting.registration_open_text')}
          {...form.getInputProps('site.registration_open', { type: 'checkbox' })}
        />
        <Switch
          label={t('setting.closed')}
          description={t('setting.closed_text')}
          color="red.8"
          {...form.getInputProps('site.closed', { type: 'checkbox' })}
        />
      </div>
    </Card>
  )
}

// UTC is no zone of a place, and browsers leave it out.
function zones(current: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].toSorted()
}

function Orders({ form }: FormProps) {
  const t = useT()
  return (
    <Card title={t('setting.order')}>
      <div className={styles['fields']}>
        <Whole
          form={form}
          path="order.timeout_minutes"
          label={t('setting.timeout')}
          text={t('setting.timeout_text')}
          unit={t('setting.minutes')}
        />
      </div>
    </Card>
  )
}

function Subscription({ form }: FormProps) {
  const t = useT()
  const choices = Settings.shape['subscription.unavailable'].options
  return (
    <Card title={t('setting.subscription')}>
      <div className={styles['fields']}>
        <TextInput
          label={t('setting.subscription_url')}
          description={t('setting.subscription_url_text')}
          type="url"
          placeholder="https://sub.example.com"
          {...form.getInputProps('subscription.url')}
        />
        <FieldRow>
          <Whole
            form={form}
            path="subscription.update_hours"
            label={t('setting.update_hours')}
            text={t('setting.update_hours_text')}
            unit={t('setting.hours')}
          />
          <NativeSelect
            label={t('setting.unavailable')}
            description={t('setting.unavailable_text')}
            data={choices.map((value) => ({ value, label: t(`setting.unavailable_${value}`) }))}
            {...form.getInputProps('subscription.unavailable')}
          />
        </FieldRow>
      </div>
    </Card>
  )
}

function Nodes({ form }: FormProps) {
  const t = useT()
  const unit = t('setting.seconds')
  return (
    <Card title={t('setting.node')}>
      <div className={styles['fields']}>
        <FieldRow>
          <Whole form={form} path="node.pull_interval" label={t('setting.pull')} text={t('setting.pull_text')} unit={unit} />
          <Whole form={form} path="node.push_interval" label={t('setting.push')} text={t('setting.push_text')} unit={unit} />
        </FieldRow>
        <Switch
          label={t('setting.placeholder_user')}
          description={t('setting.placeholder_user_text')}
          {...form.getInputProps('node.placeholder_user', { type: 'checkbox' })}
        />
      </div>
    </Card>
  )
}

function Security({ form }: FormProps) {
  const t = useT()
  const choices = Settings.shape['security.response_encryption'].options
  return (
    <Card title={t('setting.security')}>
      <div className={styles['fields']}>
        <Switch
          label={t('setting.require_signature')}
          description={t('setting.require_signature_text')}
          {...form.getInputProps('security.require_signature', { type: 'checkbox' })}
        />
        <NativeSelect
          label={t('setting.response_encryption')}
          description={t('setting.response_encryption_text')}
          data={choices.map((value) => ({ value, label: t(`setting.encryption_${value}`) }))}
          {...form.getInputProps('security.response_encryption')}
        />
      </div>
    </Card>
  )
}

interface WholeProps extends FormProps {
  path: string
  label: string
  text: string
  unit: string
}

function Whole({ form, path, label, text, unit }: WholeProps) {
  return (
    <NumberInput
      label={label}
      description={text}
      suffix={` ${unit}`}
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps(path)}
    />
  )
}
