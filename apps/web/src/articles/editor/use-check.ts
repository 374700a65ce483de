import { type Language, LANGUAGES } from '@portico/contract/translations'
import { useT } from '../../i18n.ts'
import { confirm } from '../../ui/confirm.tsx'
import { countBarePictures, hasUnevenBlocks, isComplete, isCopy } from './desk/content.ts'
import type { Desk } from './desk/desk.ts'

/** Looks for what is easily forgotten before readers see it. True: nothing, or the editor goes on anyway. */
export function useCheck(desk: Desk): (goOn: 'editor.check_go' | 'editor.check_schedule') => Promise<boolean> {
  const t = useT()
  return async (goOn) => {
    const content = desk.content()
    const { article } = desk.state.get()
    const missing = LANGUAGES.filter((language) => !isComplete(content.texts[language]))
    // Without any text the server refuses, and says why.
    if (!article || missing.length === LANGUAGES.length) return true
    const name = (language: Language): string => t(`editor.language_${language}`)
    const bare = countBarePictures(content)
    const found = [
      ...missing.map((language) => t('editor.check_missing', { language: name(language) })),
      ...LANGUAGES.filter((language) => isCopy(content, language)).map((language) => t('editor.check_same', { language: name(language) })),
      ...(hasUnevenBlocks(content) ? [t('editor.uneven_blocks')] : []),
      ...(article.kind === 'article' && article.category_id === null ? [t('editor.check_category')] : []),
      ...(bare > 0 ? [t('editor.check_alt', { n: bare })] : []),
    ]
    const question = { title: t('editor.check_title'), text: found.join(' '), confirm: t(goOn), keep: t('editor.check_back') }
    return found.length === 0 || confirm(question)
  }
}
