import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE_MS = 350

/** Text of a search field, and its setter, applied after a pause. */
export function useSearchText(value: string, onChange: (text: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const apply = useEffectEvent(onChange)
  useEffect(() => {
    if (typed.trim() === value.trim()) return
    const timer = setTimeout(() => apply(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return [typed, setTyped]
}
