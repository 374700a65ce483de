import { IconSearch } from '@tabler/icons-react'
import { Suspense, useLayoutEffect, useState } from 'react'
import { useT } from '../../i18n.ts'
import { CONTROL } from '../keys/key-names.ts'
import { themedPart } from '../library/themed-part.tsx'
import styles from './palette.module.css'

const Palette = themedPart(async () => (await import('./palette.tsx')).Palette)

/** Opens the palette, which loads when it is first wanted. So do Ctrl-K and ⌘K, except while a question waits for its answer. */
export function PaletteButton() {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const open = (): void => {
    setWanted(true)
    setOpened(true)
  }
  // The keys work as soon as the button can be seen.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (!document.querySelector('[data-question] [aria-modal]')) open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles['opener']}
        aria-label={t('palette.label')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => setWanted(true)}
        onClick={open}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span>{t('palette.label')}</span>
        <kbd aria-hidden>{CONTROL} K</kbd>
      </button>
      {isWanted && (
        <Suspense fallback={null}>
          <Palette opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
