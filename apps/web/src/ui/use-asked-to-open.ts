import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Opens what the address asks for, `?open=new` or the id of a row, once the page is ready for it. The parameter then goes, so that going
 * back or reloading opens nothing.
 */
export function useAskedToOpen(isReady: boolean, open: (what: string) => void): void {
  const { open: asked } = useSearch({ strict: false }) as { open?: string }
  const navigate = useNavigate()
  useEffect(() => {
    if (asked === undefined || !isReady) return
    open(asked)
    void navigate({ to: '.', search: ((now: object) => ({ ...now, open: undefined })) as never, replace: true })
    // Only the address and readiness count; `open` is a new function at each drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, isReady])
}
