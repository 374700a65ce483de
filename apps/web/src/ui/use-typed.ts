import { useEffect, useRef, useState } from 'react'

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
