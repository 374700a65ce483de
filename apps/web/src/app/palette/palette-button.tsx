import { IconSearch } from '@tabler/icons-react'
import { type ComponentType, useEffect, useState } from 'react'
import { loadMessages, useT } from '../../i18n.ts'
import { CONTROL } from '../keys/key-names.ts'
import styles from './palette.module.css'

type Palette = ComponentType<{ opened: boolean; onClose: () => void }>

async function loadPalette(): Promise<Palette> {
  const [{ Themed }, { Palette: Own }] = await Promise.all([
    import('../library/themed.tsx'),
    import('./palette.tsx'),
    loadMessages('member'),
  ])
  return (props) => (
    <Themed>
      <Own {...props} />
    </Themed>
  )
}

/** Opens the palette, which loads when it is first wanted. So do Ctrl-K and ⌘K, except while a question waits for its answer. */
export function PaletteButton() {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const [Palette, setPalette] = useState<Palette | null>(null)
  const load = (): void => void loadPalette().then((loaded) => setPalette(() => loaded))
  const open = (): void => {
    load()
    setOpened(true)
  }
  useEffect(() => {
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
        onPointerEnter={load}
        onClick={open}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span>{t('palette.label')}</span>
        <kbd aria-hidden>{CONTROL} K</kbd>
      </button>
      {Palette && <Palette opened={opened} onClose={() => setOpened(false)} />}
    </>
  )
}
