import 'dayjs/locale/zh-cn'
import type { Language } from '@portico/contract/translations'

/** A language's name in the date pickers. */
export function dayjsLocale(language: Language): string {
  return language === 'zh-CN' ? 'zh-cn' : 'en'
}
