import { IconPalette } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useT } from '../../i18n.ts'
import { createStore, useStore } from '../../store.ts'
import { themedPart } from '../library/themed-part.tsx'
import styles from './settings-panel.module.css'

// Loaded when somebody opens it for the first time.
const SettingsDrawer = themedPart(async () => ({ default: (await import('./settings-drawer.tsx')).SettingsDrawer }))

export const settingsOpen = createStore(false)

/** The handle at the edge of the window and the settings behind it. */
export function SettingsPanel() {
  const t = useT()
  const open = useStore(settingsOpen)
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  return (
    <>
      <button type="button" className={styles['handle']} aria-label={t('navbar.settings')} onClick={() => settingsOpen.set(true)}>
        <IconPalette size={16} stroke={1.7} />
      </button>
      <Suspense>{wasOpen && <SettingsDrawer opened={open} onClose={() => settingsOpen.set(false)} />}</Suspense>
    </>
  )
}
