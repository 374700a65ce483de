import 'dayjs/locale/zh-cn'
import type { Language } from '../../i18n.ts'

/** What the date pickers call a language. */
export function dayjsLocale(language: Language): string {
  return language === 'zh-CN' ? 'zh-cn' : 'en'
}
