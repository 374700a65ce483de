import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useT } from '../../i18n.ts'
import { SideDrawer } from '../drawer/side-drawer.tsx'
import { lazyPart } from './lazy-part.tsx'

type Closed = { onClose: () => void }

/** A drawer that is loaded when it is opened. Until then its frame stands there, which says so if it cannot be loaded. */
export function lazyDrawer<P extends Closed>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Drawer = lazyPart<P>(load, Frame)
  return function LazyDrawer(props: P) {
    return (
      <Suspense fallback={<Frame onClose={props.onClose} />}>
        <Drawer {...props} />
      </Suspense>
    )
  }
}

/** A dialog that is loaded when it is opened. Nothing is to be seen until then; if it cannot be loaded, a drawer says so. */
export function lazyDialog<P extends Closed>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Dialog = lazyPart<P>(load, Frame)
  return function LazyDialog(props: P) {
    return (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    )
  }
}

/** The opener gets the focus back from the drawer that takes its place. */
function Frame({ onClose, children }: Closed & { children?: ReactNode }) {
  const t = useT()
  return (
    <SideDrawer title={t(children ? 'error.has_error' : 'state.loading')} onClose={onClose}>
      {children}
    </SideDrawer>
  )
}
