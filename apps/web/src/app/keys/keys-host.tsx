import { Suspense, useEffect, useState } from 'react'
import { createStore, useStore } from '../../store.ts'
import { themedPart } from '../library/themed-part.tsx'
import { isTaken } from './is-taken.ts'

// Loaded when somebody asks for the first time.
const KeysHelp = themedPart(async () => (await import('./keys-help.tsx')).KeysHelp)

/** Whether the list of shortcuts is shown. */
export const keysOpen = createStore(false)

/** Shows the shortcuts on `?`, unless somebody is typing. Drawn once, in the frame. */
export function KeysHost() {
  const open = useStore(keysOpen)
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== '?' || isTaken(event)) return
      event.preventDefault()
      keysOpen.set(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return <Suspense>{wasOpen && <KeysHelp opened={open} onClose={() => keysOpen.set(false)} />}</Suspense>
}
