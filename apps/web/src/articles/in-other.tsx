import { language } from '../i18n.ts'
import { useStore } from '../store.ts'

/** A text in the language that is not the page's, marked as such for screen readers. */
export function InOther({ text }: { text: string }) {
  return <span lang={useStore(language) === 'en' ? 'zh-CN' : 'en'}>{text}</span>
}
