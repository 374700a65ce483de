import { IconPalette } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useT } from '../../i18n.ts'
import { createStore, useStore } from '../../store.ts'
import { themedPart } from '../library/themed-part.tsx'
import styles from './settings-panel.module.css'

// Loaded when somebody opens it for the first time.
const SettingsDrawer = themedPart(async () => (await import('./settings-drawer.tsx')).SettingsDrawer)

export const settingsOpen = createStore(false)

/** Pixels from the window's edge within which the pointer brings the handle out. */
const NEAR = 48

/** The handle at the edge of the window and the settings behind it. */
export function SettingsPanel() {
  const t = useT()
  const open = useStore(settingsOpen)
  const isNear = usePointerAtEdge()
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  return (
    <>
      <button
        type="button"
        className={styles['handle']}
        data-near={isNear || undefined}
        aria-label={t('navbar.settings')}
        onClick={() => settingsOpen.set(true)}
      >
        <IconPalette size={16} stroke={1.7} />
      </button>
      <Suspense>{wasOpen && <SettingsDrawer opened={open} onClose={() => settingsOpen.set(false)} />}</Suspense>
    </>
  )
}

function usePointerAtEdge(): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const page = document.documentElement
    const follow = ({ clientX }: PointerEvent): void => setNear(clientX >= page.clientWidth - NEAR)
    const leave = (): void => setNear(false)
    page.addEventListener('pointermove', follow, { passive: true })
    page.addEventListener('pointerleave', leave)
    return () => {
      page.removeEventListener('pointermove', follow)
      page.removeEventListener('pointerleave', leave)
    }
  }, [])
  return isNear
}
