import { createRouter } from '@tanstack/react-router'
import { ErrorPage, PendingPage } from './boundaries.tsx'
import { routeTree } from './route-tree.gen.ts'

export const router = createRouter({
  routeTree,
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 300,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  // Every search value stays a string. A page's own schema converts numbers.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search).flatMap(([key, value]): [string, string][] => (value == null ? [] : [[key, String(value)]]))
    return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
