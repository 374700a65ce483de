import type { ComponentType } from 'react'
import { loadPageTexts } from '../../load-page-texts.ts'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'

/** `lazyPart` for a part that uses the component library and the texts that come with it, in a page or a frame that does without. */
export function themedPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return lazyPart<P>(async () => {
    const [{ Themed }, Part] = await Promise.all([import('./themed.tsx'), load(), loadPageTexts(location.pathname, 'member')])
    return (props: P) => (
      <Themed>
        <Part {...props} />
      </Themed>
    )
  })
}
