import { language, messageKey, t } from '../i18n.ts'
import { settingLabel } from '../settings/setting-text.ts'
import { LANGUAGE_NAMES } from '../ui/form/in-languages.tsx'

// Each noun names the fields of its own entities; those that many share are named here.
const files = import.meta.glob<Record<string, string>>('../*/field-names.json', { eager: true, import: 'default' })
/** The keys of texts, by entity and field, or by the field alone. */
const keys = new Map(Object.values(files).flatMap((names) => Object.entries(names)))

/** The name of a changed field, as the form of its entity shows it. A field unknown to this version is shown unchanged. */
export function fieldText(entity: string, field: string): string {
  if (entity === 'settings') return settingLabel(field, language.get())
  const text = /^translations\.(en|zh-CN)\.(\w+)$/.exec(field)
  if (text)
    return t('log.field_in', { name: fieldText(entity, text[2] ?? ''), language: LANGUAGE_NAMES[text[1] === 'en' ? 'en' : 'zh-CN'] })
  const key = keys.get(`${entity}.${field}`) ?? keys.get(field)
  return key === undefined ? field : t(messageKey(key))
}
