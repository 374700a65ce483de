import { type ComponentType, Suspense } from 'react'
import { site, useSite } from '../api/site.ts'
import { loadMessages } from '../i18n.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'

interface Wanted {
  /** Page to open afterwards. */
  redirect?: string | undefined
  invite?: string | undefined
}

// Most sites have none: the code and its texts are loaded where there are buttons. Without them, one can still enter a password.
const OtherSites = lazyPart(async (): Promise<ComponentType<Wanted>> => {
  try {
    const [{ OtherSites: Buttons }] = await Promise.all([import('./other-sites.tsx'), loadMessages('issuers')])
    return Buttons
  } catch {
    return () => null
  }
})

/** Loads the buttons, if there are any. */
export const loadOtherSites = async (): Promise<void> => {
  if (site.get()?.sign_in_sites.length) await OtherSites.ready()
}

/** The buttons of other sites to sign in with, if the operator has set up any. */
export function OtherSitesSlot(wanted: Wanted) {
  if (!useSite()?.sign_in_sites.length) return null
  return (
    <Suspense>
      <OtherSites {...wanted} />
    </Suspense>
  )
}
