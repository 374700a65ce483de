import { useEffect, useState } from 'react'

/** `opened`, one drawing later: a dialog that is drawn open for the first time does not know where to return the focus. */
export function useShown(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown
}
