import type { ReactNode } from 'react'

/** A value with a quieter line below it. */
export function Stacked({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <span className="stacked">
      {children}
      {note !== null && <small>{note}</small>}
    </span>
  )
}
