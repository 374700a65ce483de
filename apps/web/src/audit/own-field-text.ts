import { messageKey, t } from '../i18n.ts'
import { LANGUAGE_NAMES } from '../ui/form/in-languages.tsx'

// Each noun names the fields of its own entities, where no text is called as the field is; those that many share are named here.
const files = import.meta.glob<Record<string, string>>('../*/field-names.json', { eager: true, import: 'default' })
/** The keys of texts, by entity and field, or by the field alone. */
const keys = new Map(Object.values(files).flatMap((names) => Object.entries(names)))

/** The name of a changed field, as the form of its entity shows it. A field unknown to this version is shown unchanged. */
export function ownFieldText(entity: string, field: string): string {
  const text = /^translations\.(en|zh-CN)\.(\w+)$/.exec(field)
  if (text)
    return t('log.field_in', { name: ownFieldText(entity, text[2] ?? ''), language: LANGUAGE_NAMES[text[1] === 'en' ? 'en' : 'zh-CN'] })
  const own = `${entity}.${field}`
  const key = keys.get(own) ?? keys.get(field) ?? own
  const name = t(messageKey(key))
  return name === own ? field : name
}
