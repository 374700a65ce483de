import { Drawer, type DrawerProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useT } from '../i18n.ts'
import { dialogsAtEscape } from './confirm.tsx'

interface SideDrawerProps extends Pick<DrawerProps, 'opened' | 'title' | 'size' | 'classNames' | 'children'> {
  onClose: () => void
}

/** A drawer at the side. Escape first closes what is above it, such as a picture or a question, and only then the drawer. */
export function SideDrawer({ opened, onClose, ...rest }: SideDrawerProps) {
  const t = useT()
  useEscape(opened, onClose)
  return <Drawer opened={opened} onClose={onClose} closeOnEscape={false} closeButtonProps={{ 'aria-label': t('action.close') }} {...rest} />
}

function useEscape(opened: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!opened) return
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || dialogsAtEscape() > 1) return
      // A field whose dropdown is open has this mark.
      if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return
      latest.current()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [opened])
}
