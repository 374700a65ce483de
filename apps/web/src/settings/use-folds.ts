import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

export interface Folds {
  /** `needsLook`: it has something that must be seen now, so it is open whatever was chosen. */
  isOpen: (id: string, needsLook: boolean) => boolean
  toggle: (id: string) => void
  open: (id: string) => void
}

/** Which sections of a page are open on a phone: the first one until others are chosen. Elsewhere null: all are open. */
export function useFolds(first: string | undefined, isSearch: boolean): Folds | null {
  const isPhone = useMediaQuery('(width < 700px)', undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  if (!isPhone) return null
  // What was folded before does not hide what a search finds.
  const key = (id: string): string => `${isSearch ? 'found ' : ''}${id}`
  const isChosen = (id: string): boolean => chosen.get(key(id)) ?? (isSearch || id === first)
  const set = (id: string, open: boolean): void => setChosen((now) => new Map(now).set(key(id), open))
  return {
    isOpen: (id, needsLook) => needsLook || isChosen(id),
    toggle: (id) => set(id, !isChosen(id)),
    open: (id) => set(id, true),
  }
}
