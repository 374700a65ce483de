import { language } from '../i18n.ts'
import { settingLabel } from '../settings/setting-text.ts'
import { ownFieldText } from './own-field-text.ts'

/** `ownFieldText`, also of settings, which name themselves. */
export function fieldText(entity: string, field: string): string {
  return entity === 'settings' ? settingLabel(field, language.get()) : ownFieldText(entity, field)
}
