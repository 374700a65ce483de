import type { CannedReply } from '@portico/contract/canned-replies-admin'
import { language } from '../i18n.ts'
import { useStore } from '../store.ts'

/** The title and text of a reply in the language of the page. */
export function useTexts(): (reply: CannedReply) => { title: string; text: string } {
  const lang = useStore(language)
  return ({ title, text, translations }) => ({ title: translations[lang]?.title || title, text: translations[lang]?.text || text })
}
