import type { ComponentType } from 'react'
import { loadMessages } from '../../i18n.ts'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'

/** `lazyPart` for a part that uses the component library and the texts that come with it, in a page or a frame that does without. */
export function themedPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  return lazyPart<P>(async () => {
    const [{ Themed }, { default: Part }] = await Promise.all([import('./themed.tsx'), load(), loadMessages('member')])
    return {
      default: (props: P) => (
        <Themed>
          <Part {...props} />
        </Themed>
      ),
    }
  })
}
