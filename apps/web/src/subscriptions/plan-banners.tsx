import type { ComponentType } from 'react'

// Banners of nouns that this one does not know.
const added = Object.entries(import.meta.glob<ComponentType>('../*/*.plan-banner.tsx', { eager: true, import: 'PlanBanner' }))

/** What nouns say about a plan's links; nothing while there is nothing to say. */
export function PlanBanners() {
  return added.map(([path, Banner]) => <Banner key={path} />)
}
