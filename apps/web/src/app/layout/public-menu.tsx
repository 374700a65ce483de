import { type ReactNode, Suspense, useEffect } from 'react'
import { useT } from '../../i18n.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { PlainIcon } from '../../ui/plain/icons.tsx'
import styles from './public.module.css'
import { SchemeSwitch } from './scheme-switch.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'

const HelpEntry = lazyPart(async () => (await import('./help-entry.tsx')).HelpEntry)

/** The slide-in menu of narrow public pages. */
export function SideMenu({ open, entries, doors, onClose }: { open: boolean; entries: ReactNode; doors: ReactNode; onClose: () => void }) {
  const t = useT()
  useEffect(() => {
    if (!open) return
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [open, onClose])
  return (
    <div className={`${styles['drawer']} ${open ? styles['open'] : ''}`} inert={!open}>
      <button type="button" className={styles['shade']} aria-label={t('nav.close_menu')} onClick={onClose} />
      <nav className={`${styles['panel']} on-ink`} aria-label={t('nav.main')}>
        <button type="button" className={buttonClass('quiet')} aria-label={t('nav.close_menu')} onClick={onClose}>
          <PlainIcon name="close" />
        </button>
        {entries}
        <Suspense>{open && <HelpEntry />}</Suspense>
        <hr />
        {doors}
        <SchemeSwitch />
      </nav>
    </div>
  )
}
