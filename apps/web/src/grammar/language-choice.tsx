import type { GrammarLanguage } from '@portico/contract/grammar'
import { language as siteLanguage, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { languageName } from '../ui/format/language-name.ts'
import styles from './grammar-page.module.css'

interface LanguageChoiceProps {
  languages: GrammarLanguage[]
  value: GrammarLanguage
  onChange: (language: GrammarLanguage) => void
}

/** The language of the text, by its name in the language of the page. */
export function LanguageChoice({ languages, value, onChange }: LanguageChoiceProps) {
  const t = useT()
  const lang = useStore(siteLanguage)
  return (
    <label className={styles['language']}>
      <span className="visually-hidden">{t('grammar.language')}</span>
      <select value={value} onChange={(event) => onChange(languages.find((one) => one === event.target.value) ?? value)}>
        {languages.map((one) => (
          <option key={one} value={one}>
            {one === 'auto' ? t('grammar.detect') : languageName(one, lang)}
          </option>
        ))}
      </select>
    </label>
  )
}
