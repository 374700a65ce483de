import { language, messageKey, t } from '../i18n.ts'
import { settingLabel } from '../settings/setting-text.ts'
import { LANGUAGE_NAMES } from '../ui/form/in-languages.tsx'
import names from './field-names.json'

const keys: Record<string, string> = names

/** The name of a changed field, as the form of its entity shows it. A field unknown to this version is shown unchanged. */
export function fieldText(entity: string, field: string): string {
  if (entity === 'settings') return settingLabel(field, language.get())
  const text = /^translations\.(en|zh-CN)\.(\w+)$/.exec(field)
  if (text)
    return t('log.field_in', { name: fieldText(entity, text[2] ?? ''), language: LANGUAGE_NAMES[text[1] === 'en' ? 'en' : 'zh-CN'] })
  const key = Object.hasOwn(keys, `${entity}.${field}`) ? keys[`${entity}.${field}`] : Object.hasOwn(keys, field) ? keys[field] : undefined
  return key === undefined ? field : t(messageKey(key))
}
