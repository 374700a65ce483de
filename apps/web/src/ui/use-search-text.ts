import { useEffect, useEffectEvent } from 'react'
import { useTyped } from './use-typed.ts'

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
