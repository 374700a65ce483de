import { language } from '../i18n.ts'
import { useStore } from '../store.ts'

/** Between two sentences, or a sentence and its link: Chinese sets no space there. */
export function Gap() {
  return useStore(language) === 'zh-CN' ? null : ' '
}
