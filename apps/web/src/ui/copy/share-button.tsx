import { IconShare2 } from '@tabler/icons-react'
import { useT } from '../../i18n.ts'
import { buttonClass } from '../plain/button.ts'

/** Hands an address to the device's own way to share; nothing where the browser has none. */
export function ShareButton({ url }: { url: string }) {
  const t = useT()
  if (!('share' in navigator)) return null
  // Closing the sheet without a choice is an error for the browser.
  const share = (): void => void navigator.share({ url }).catch(() => {})
  return (
    <button type="button" className={buttonClass('primary')} onClick={share}>
      <IconShare2 size={16} aria-hidden />
      {t('action.share')}
    </button>
  )
}
