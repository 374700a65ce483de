import { useEffect, useState } from 'react'
import { who } from '../api/who.ts'

/** Key prefix, before account and ticket or `new`. */
const PREFIX = 'portico.ticket.'

// The next member on this device reads nothing of it.
who.subscribe(() => {
  if (who.get() !== null) return
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
})

/** A draft on this device, until it is sent or the member signs out. */
export function useTicketDraft<Draft extends Record<string, string>>(name: string, empty: Draft) {
  const key = `${PREFIX}${who.get()?.id ?? 0}.${name}`
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...read(key, empty) }))
  useEffect(() => {
    const isEmpty = Object.entries(draft).every(([field, value]) => value === empty[field])
    if (isEmpty) localStorage.removeItem(key)
    else write(key, draft)
  }, [key, draft, empty])
  return {
    draft,
    change: (values: Partial<Draft>) => setDraft((now) => ({ ...now, ...values })),
    clear: () => {
      // Also at once: the page may be gone before it is drawn again.
      localStorage.removeItem(key)
      setDraft(empty)
    },
  }
}

/** Fills the draft of a form that opens next. What the member wrote there stays, except fields of `over`. */
export function fillTicketDraft(name: string, values: Record<string, string>, over: Record<string, string>): void {
  const key = `${PREFIX}${who.get()?.id ?? 0}.${name}`
  write(key, { ...values, ...read(key, values), ...over })
}

/** Fields of a stored draft that exist and are text; the form may have changed. */
function read<Draft extends Record<string, string>>(key: string, empty: Draft): Partial<Draft> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const fields = Object.entries(stored as object).filter(([field, value]) => field in empty && typeof value === 'string')
    return Object.fromEntries(fields) as Partial<Draft>
  } catch {
    return {}
  }
}

function write(key: string, draft: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Full, or forbidden: the text is still in the field.
  }
}
