import { useT } from '../../i18n.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { PlainIcon } from '../../ui/plain/icons.tsx'
import { changeSettings, scheme } from '../settings.ts'
import { useStore } from '../../store.ts'
import styles from './switch.module.css'

/** Switches between the light and the dark scheme. */
export function SchemeSwitch() {
  const t = useT()
  const dark = useStore(scheme) === 'dark'
  return (
    <button
      type="button"
      className={`${buttonClass('quiet')} ${styles['switch']}`}
      aria-label={t(dark ? 'nav.light' : 'nav.dark')}
      title={t(dark ? 'nav.light' : 'nav.dark')}
      onClick={() => changeSettings({ scheme: dark ? 'light' : 'dark' })}
    >
      <PlainIcon name={dark ? 'sun' : 'moon'} size={18} />
    </button>
  )
}
