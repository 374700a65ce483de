import 'dayjs/locale/zh-cn'
import type { Language } from '@portico/contract/translations'

/** The date pickers' name for a language. */
export function dayjsLocale(language: Language): string {
  return language === 'zh-CN' ? 'zh-cn' : 'en'
}
