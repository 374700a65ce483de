import type { UseFormReturnType } from '@mantine/form'
import { isSecret, registry, type SettingKey, settingKeys } from '@portico/contract/settings/registry'
import type { Settings, SettingsView } from '@portico/contract/settings-admin'
import { withScheme } from './with-scheme.ts'

/**
 * Settings by group and name, because a form reads the dot of `site.title` as a path. Values need not be valid: an emptied number
 * is ''. A secret is null until something is entered; '' removes it.
 */
export type SettingsForm = Record<string, Record<string, unknown>>
export type SettingsFormApi = UseFormReturnType<SettingsForm>

export function toSettingsForm(settings: SettingsView): SettingsForm {
  const form: SettingsForm = {}
  for (const key of settingKeys) {
    const [group = '', name = ''] = key.split('.')
    form[group] = { ...form[group], [name]: isSecret(key) ? null : settings[key] }
  }
  return form
}

export function formValue(form: SettingsForm, key: SettingKey): unknown {
  const [group = '', name = ''] = key.split('.')
  return form[group]?.[name]
}

/** The settings to save: only changed ones, so another operator's change of another setting stays. Not validated here. */
export function changedSettings(stored: SettingsView, form: SettingsForm): Partial<Settings> {
  const now = settingKeys.map((key) => [key, withSchemes(key, formValue(form, key))] as const)
  const changed = now.filter(([key, value]) => (isSecret(key) ? value !== null : JSON.stringify(value) !== JSON.stringify(stored[key])))
  return Object.fromEntries(changed)
}

/** A value with `https://` added to addresses without scheme. */
function withSchemes(key: SettingKey, value: unknown): unknown {
  const { field } = registry[key]
  if (typeof value === 'string') return field.kind === 'text' && field.type === 'url' ? withScheme(value) : value
  return Array.isArray(value) ? value.map(itemWithScheme) : value
}

/** A list item with a scheme in `to` (header) or `value` (channels). */
function itemWithScheme(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  if ('to' in item && typeof item.to === 'string') return { ...item, to: withScheme(item.to) }
  const isLink = 'kind' in item && item.kind === 'link' && 'value' in item && typeof item.value === 'string'
  return isLink ? { ...item, value: withScheme(String(item.value)) } : item
}
