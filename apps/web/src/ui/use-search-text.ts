import { useEffect, useEffectEvent, useRef, useState } from 'react'

const PAUSE_MS = 350

/** Text of a search field, and its setter, applied after a pause. */
export function useSearchText(value: string, onChange: (text: string) => void): [string, (typed: string) => void] {
  const { typed, setTyped, give } = useTyped(value, onChange)
  const apply = useEffectEvent(give)
  useEffect(() => {
    if (typed.trim() === value.trim()) return
    const timer = setTimeout(() => apply(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return [typed, setTyped]
}

/**
 * Text of a field that follows a value, and what passes it on. What was typed while the own text was on its way stays; a value from
 * elsewhere, such as by the Back button, replaces it.
 */
export function useTyped(value: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState(value)
  const given = useRef(value)
  useEffect(() => {
    if (value !== given.current) setTyped(value)
    given.current = value
  }, [value])
  const give = (): void => {
    given.current = typed.trim()
    onText(given.current)
  }
  return { typed, setTyped, give }
}
