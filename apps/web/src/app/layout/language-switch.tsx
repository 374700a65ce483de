import { language, switchLanguage, useT } from '../../i18n.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { PlainIcon } from '../../ui/plain/icons.tsx'
import { useStore } from '../../store.ts'
import styles from './switch.module.css'

/** Names the other language in that language, so its speakers can read it. */
export function LanguageSwitch() {
  const t = useT()
  const other = useStore(language) === 'en' ? 'zh-CN' : 'en'
  return (
    <button type="button" className={`${buttonClass('quiet')} ${styles['switch']}`} onClick={() => void switchLanguage(other)}>
      <PlainIcon name="globe" size={18} />
      <span className="visually-hidden">{t('nav.language')}: </span>
      <span lang={other}>{other === 'en' ? 'EN' : '中文'}</span>
    </button>
  )
}
