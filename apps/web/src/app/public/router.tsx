import { type AnchorHTMLAttributes, createElement, type MouseEvent } from 'react'
import { pages } from 'virtual:public-pages'
import type { MessageKey } from '../../i18n.ts'
import { createStore, useStore } from '../../store.ts'
import { keepToasts } from '../../toast.ts'

// Public pages run without the router: this file stands in for it (`public-build.ts`). Another page is another document, which the
// server has drawn; only what a page keeps in its own address changes here.

type Search = Record<string, string>
type Values = Record<string, unknown>
type Asked = Record<string, string | number | boolean | null | undefined>
export interface Place {
  pathname: string
  search: Search
  hash: string
  href: string
  state: Values
}
export interface Target {
  to?: string
  href?: string
  params?: Record<string, string | number>
  search?: Asked | true | ((now: Search) => Asked)
  hash?: string | true
  state?: Values | ((now: Values) => Values)
  replace?: boolean
}

interface Going {
  location: Place
  params: Record<string, string>
}
export interface PageRoute {
  path: string
  component?: () => React.ReactNode
  beforeLoad?: (going: Going) => unknown
  loader?: (going: Going) => unknown
  staticData?: { title?: MessageKey }
}

/** What a page says of itself. `path`: with its layout, such as `/_public/price`. */
export const createFileRoute = (path: string) => (options: Omit<PageRoute, 'path'>) => ({ ...options, path })

/** Where the page is. While it is drawn on the server and taken over, without the parameters of its address. */
export const place = createStore<Place>(placeOf({ pathname: '/', search: '', hash: '' }))
export const params = createStore<Record<string, string>>({})

export function placeOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }, state: unknown = null): Place {
  const values = Object.fromEntries(new URLSearchParams(search))
  const own = typeof state === 'object' && state !== null ? { ...state } : {}
  return { pathname, search: values, hash: hash.replace(/^#/, ''), href: `${pathname}${search}${hash}`, state: own }
}

/** Thrown by a page that leads elsewhere. */
export class Redirect {
  readonly href: string
  constructor(href: string) {
    this.href = href
  }
}
export const redirect = (target: Target): Redirect => new Redirect(hrefOf(target))

export function hrefOf({ to = '.', href, params: given = {}, search, hash }: Target): string {
  if (href !== undefined) return href
  if (/^[a-z]+:/i.test(to)) return to
  const now = place.get()
  const path = to === '.' ? now.pathname : to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name] ?? '')))
  const values = search === true ? now.search : typeof search === 'function' ? search(now.search) : (search ?? {})
  const pairs = Object.entries(values).flatMap(([key, value]): [string, string][] => (value == null ? [] : [[key, String(value)]]))
  const query = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
  const end = hash === true ? now.hash : hash
  return `${path}${query}${end ? `#${end}` : ''}`
}

async function navigate(target: Target): Promise<void> {
  const next = new URL(hrefOf(target), location.href)
  if (next.origin !== location.origin || next.pathname !== location.pathname) {
    keepToasts()
    if (target.replace) location.replace(next.href)
    else location.assign(next.href)
    // The page is left: nothing that waits for the next one runs here.
    return new Promise(() => {})
  }
  const { state } = target
  const own = typeof state === 'function' ? state(place.get().state) : (state ?? {})
  const isElsewhere = next.hash !== '' && next.hash !== location.hash
  history[target.replace ? 'replaceState' : 'pushState'](own, '', next.href)
  place.set(placeOf(next, own))
  if (isElsewhere) document.getElementById(next.hash.slice(1))?.scrollIntoView()
}

const router = {
  // The pages of this build.
  routesByPath: pages,
  navigate,
  get state() {
    return { location: place.get() }
  },
  history: { back: (): void => history.back() },
  invalidate: async (): Promise<void> => location.reload(),
}

export const useRouter = (): typeof router => router
export const useNavigate = (): typeof navigate => navigate
export const useSearch = (): Search => useStore(place).search
export const useParams = (): Record<string, string> => useStore(params)

export function useLocation(): Place
export function useLocation<T>(options: { select: (at: Place) => T }): T
export function useLocation<T>(options?: { select: (at: Place) => T }): Place | T {
  const at = useStore(place)
  return options ? options.select(at) : at
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, Pick<Target, 'to' | 'params' | 'search' | 'hash'> {
  activeProps?: AnchorHTMLAttributes<HTMLAnchorElement>
}

/** An ordinary link, which the browser follows by itself. Within the page, only the address changes. */
export function Link({ to, params: given, search, hash, activeProps, onClick, ...rest }: LinkProps) {
  const { pathname } = useStore(place)
  const href = hrefOf({
    ...(to !== undefined && { to }),
    ...(given && { params: given }),
    ...(search && { search }),
    ...(hash && { hash }),
  })
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    const isHere = new URL(href, location.href).pathname === location.pathname && href.includes('?')
    if (event.defaultPrevented || isOther || !isHere) return
    event.preventDefault()
    void navigate({ href })
  }
  return createElement('a', { ...rest, ...(to === pathname && activeProps), href, onClick: follow })
}
