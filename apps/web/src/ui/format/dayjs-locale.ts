import 'dayjs/locale/zh-cn'
import type { Language } from '../../i18n.ts'

/** The date pickers' name for a language. */
export function dayjsLocale(language: Language): string {
  return language === 'zh-CN' ? 'zh-cn' : 'en'
}
