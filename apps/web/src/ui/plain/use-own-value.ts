import { type RefObject, useLayoutEffect } from 'react'

/** Shows the value of a field that the server has drawn without it: only the browser knows what it keeps. What was typed meanwhile stays. */
export function useOwnValue(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, value: unknown): void {
  useLayoutEffect(() => {
    const { current } = field
    if (current && typeof value === 'string' && current.value === current.defaultValue && current.value !== value) current.value = value
    // oxlint-disable-next-line react/exhaustive-deps -- only what it begins with
  }, [])
}
