import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { onBack } from '../../api/connection.ts'
import { MissingPart } from '../../api/load-part.ts'
import { useT } from '../../i18n.ts'
import { createStore, useStore } from '../../store.ts'

/**
 * React's `lazy`, for a part of a page: if it cannot be loaded, this is said in its place, where it can be tried again. `Frame`: what is
 * around it then. A page that the server draws loads its parts with `ready` before it takes them over: React drops a click on a part that is
 * not there yet.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Frame: ComponentType<P & { children: ReactNode }> = Bare,
): ComponentType<P> & { ready: () => Promise<void> } {
  const make = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        return {
          default: (props: P) => (
            <Frame {...props}>
              <CannotLoad error={error} onRetry={() => now.set(make())} />
            </Frame>
          ),
        }
      }
    })
  const now = createStore<ComponentType<P>>(make())
  let loaded: ComponentType<P> | null = null
  function Part(props: P) {
    const [given, [own]] = [useStore(now), useState(() => loaded)]
    return createElement(own ?? given, props)
  }
  const ready = async (): Promise<void> => {
    loaded = await load().catch(() => null)
  }
  return Object.assign(Part, { ready })
}

function Bare({ children }: { children: ReactNode }) {
  return children
}

function CannotLoad({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT()
  return (
    <span role="alert">
      {partError(error, t)} <RetryButton error={error} onRetry={onRetry} />
    </span>
  )
}

/** Why a part is missing; null: something else failed. */
export function partError(error: unknown, t: ReturnType<typeof useT>): string | null {
  return error instanceof MissingPart ? t(error.isReplaced ? 'error.replaced' : 'error.part') : null
}

/** Tries again, also by itself once the server is back. For a newer build, reloads the page instead. */
export function RetryButton({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT()
  const isReplaced = error instanceof MissingPart && error.isReplaced
  const tryAgain = useEffectEvent(() => (isReplaced ? undefined : onRetry()))
  useEffect(() => onBack(() => tryAgain()), [])
  return (
    <button type="button" onClick={isReplaced ? () => location.reload() : onRetry}>
      {t(isReplaced ? 'action.reload' : 'action.retry')}
    </button>
  )
}
