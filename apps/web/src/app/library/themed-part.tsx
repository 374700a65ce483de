import type { ComponentType } from 'react'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'

/** `lazyPart` for a part that uses the component library, in a page or a frame that does without it. */
export function themedPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  return lazyPart<P>(async () => {
    const [{ Themed }, { default: Part }] = await Promise.all([import('./themed.tsx'), load()])
    return {
      default: (props: P) => (
        <Themed>
          <Part {...props} />
        </Themed>
      ),
    }
  })
}
