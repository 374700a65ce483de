import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { unitOf } from '@portico/contract/settings/define'
import { isSecret, isTranslated, registry, type SettingKey, type TranslatedKey, translationKey } from '@portico/contract/settings/registry'
import type { SettingsView } from '@portico/contract/settings-admin'
import type { ReactNode } from 'react'
import { useSite } from '../../api/site.ts'
import { language, useT } from '../../i18n.ts'
import { useInLanguages } from '../../ui/form/in-languages.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { useStore } from '../../store.ts'
import { ownFields } from './own-fields.tsx'
import styles from '../settings-page.module.css'
import { useWords, valueText } from '../setting-text.ts'
import { formValue, type SettingsFormApi } from '../settings-form.ts'

const AmountField = lazyPart(async () => (await import('./amount-field.tsx')).AmountField)
const PictureField = lazyPart(async () => (await import('../../files/picture-field.tsx')).PictureField)
const SecretField = lazyPart(async () => (await import('./secret-field.tsx')).SecretField)
const TagsField = lazyPart(async () => (await import('./tags-fields.tsx')).TagsField)
const WholeField = lazyPart(async () => (await import('./number-fields.tsx')).WholeField)

interface SettingFieldProps {
  form: SettingsFormApi
  settingKey: SettingKey
  stored: SettingsView
  isChanged: boolean
  disabled: boolean
  /** Why it cannot be changed; absent if the group already says so. */
  note?: string
}

/** Settings whose field is a list with several fields each. */
const WIDE_KEYS = new Set<SettingKey>(['topup.tiers', 'commission.shares', 'service.channels', 'header.items'])

/** Whether a setting's field takes the whole width. */
export function isWide(key: SettingKey): boolean {
  return WIDE_KEYS.has(key)
}

/** Whether a setting's field holds only a number. */
export function isShort(key: SettingKey): boolean {
  const { kind } = registry[key].field
  return kind === 'whole' || kind === 'amount'
}

/** Whether a setting that is typed must not be left empty. */
function isRequired(key: SettingKey): boolean {
  const { field, schema } = registry[key]
  return (field.kind === 'text' || field.kind === 'whole') && !schema.safeParse('').success
}

/** One setting, drawn from its description in the registry. */
export function SettingField({ form, settingKey, stored, isChanged, disabled, note }: SettingFieldProps) {
  const words = useWords()
  const { field, label, help } = registry[settingKey]
  const text = [help && words(help), note].filter(Boolean).join(' ')
  const description = isChanged ? (
    <>
      {text} <Before settingKey={settingKey} stored={stored} />
    </>
  ) : (
    text || undefined
  )
  const shared = { label: words(label), description, disabled, ...(isRequired(settingKey) && { required: true }) }
  const input = form.getInputProps(settingKey)
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          {...shared}
          {...(settingKey === 'site.closed' ? { color: 'red.8' } : {})}
          {...form.getInputProps(settingKey, { type: 'checkbox' })}
        />
      )
    case 'text': {
      const limit = field.maxLength === null ? {} : { maxLength: field.maxLength }
      if (isTranslated(settingKey))
        return <TranslatedField {...shared} {...limit} form={form} settingKey={settingKey} lines={field.lines} />
      if (field.lines > 1) return <Textarea {...shared} {...limit} autosize minRows={field.lines} {...input} />
      return <TextInput {...shared} {...limit} type={field.type} {...input} />
    }
    case 'whole':
      return (
        <WholeField
          {...shared}
          {...(field.unit ? { suffix: ` ${words(unitOf(field.unit, input.value))}`, thousandSeparator: true } : {})}
          {...input}
        />
      )
    case 'amount':
      return (
        <AmountField
          {...shared}
          error={input.error}
          currency={String(formValue(form.values, 'site.currency'))}
          value={Number(formValue(form.values, settingKey))}
          onChange={(value) => form.setFieldValue(settingKey, value)}
        />
      )
    case 'choice': {
      const data = Object.entries(field.choices).map(([value, text]) => ({ value, label: words(text) }))
      return <NativeSelect {...shared} data={data} {...input} />
    }
    case 'texts':
      return <TagsField {...shared} maxTags={field.most} {...input} />
    case 'secret':
      return (
        <SecretField
          {...shared}
          error={input.error}
          isSet={isSecret(settingKey) && stored[settingKey]}
          value={formValue(form.values, settingKey) as string | null}
          onChange={(value) => form.setFieldValue(settingKey, value)}
        />
      )
    case 'picture':
      return (
        <PictureField
          {...shared}
          error={input.error}
          value={String(formValue(form.values, settingKey))}
          onChange={(address) => form.setFieldValue(settingKey, address)}
        />
      )
    case 'own': {
      const Own = ownFields[settingKey]
      return Own && <Own form={form} settingKey={settingKey} {...shared} />
    }
  }
}

interface TranslatedProps {
  form: SettingsFormApi
  settingKey: TranslatedKey
  label: string
  description: ReactNode
  disabled: boolean
  maxLength?: number
  lines: number
}

function TranslatedField({ form, settingKey, label, lines, ...shared }: TranslatedProps) {
  const text = useInLanguages(form, settingKey, label, (_, lang) => translationKey(settingKey, lang))
  return lines > 1 ? <Textarea {...shared} autosize minRows={lines} {...text} /> : <TextInput {...shared} {...text} />
}

/** The stored value while the field differs; never of a secret. */
function Before({ settingKey, stored }: { settingKey: SettingKey; stored: SettingsView }) {
  const t = useT()
  const lang = useStore(language)
  const currency = useSite()?.currency ?? ''
  const value = isSecret(settingKey) ? t(stored[settingKey] ? 'setting.secret_set' : 'setting.secret_unset') : undefined
  return (
    <span className={styles['before']}>
      {t('setting.before', { value: value ?? valueText(settingKey, stored[settingKey], currency, lang) })}
    </span>
  )
}
