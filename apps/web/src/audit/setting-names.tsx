import { useT } from '../i18n.ts'
import { fieldText } from './field-text.ts'

/** The names of settings, one behind the other. */
export function SettingNames({ keys }: { keys: string[] }) {
  const t = useT()
  return keys.map((key) => fieldText('settings', key)).join(t('log.comma'))
}
