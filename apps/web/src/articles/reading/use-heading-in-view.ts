import { useEffect, useState } from 'react'
import type { Heading } from './headings.ts'

/** The id of the heading that was last at the top of the window; empty before the first. */
export function useHeadingInView(headings: Heading[]): string {
  const [current, setCurrent] = useState('')
  useEffect(() => {
    const observer = new IntersectionObserver(
      (changes) => {
        const seen = changes.find(({ isIntersecting }) => isIntersecting)
        if (seen) setCurrent(seen.target.id)
      },
      // The part of the window below the header where the eye is.
      { rootMargin: '-64px 0px -66% 0px' },
    )
    for (const { id } of headings) {
      const heading = document.getElementById(id)
      if (heading) observer.observe(heading)
    }
    return () => observer.disconnect()
  }, [headings])
  return current
}
