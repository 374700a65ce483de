import { language } from '../i18n.ts'
import { useStore } from '../store.ts'

/** Space between two sentences, or before a link; none in Chinese. */
export function Gap() {
  return useStore(language) === 'zh-CN' ? null : ' '
}
