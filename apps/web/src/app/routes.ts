import { globSync, readFileSync } from 'node:fs'
import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

type Page = { file: string; path: string }

const SRC = `${import.meta.dirname}/../`
/** Addresses below a page that stays open and draws them. */
const WITHIN = '/admin/content/contentcreate'

// Each page says in its own file which layout and which address it has: `createFileRoute('/_public/price')`.
const pages = globSync('*/**/*-page.tsx', { cwd: SRC })
  .toSorted()
  .map((file) => ({ file, id: /createFileRoute\('([^']+)'\)/.exec(readFileSync(SRC + file, 'utf8'))?.[1] ?? '' }))

/** Pages that need no session. */
export const publicPages = pagesIn('/_public')
/** Pages of everybody who is signed in. */
export const memberPages = pagesIn('/_signed-in')
export const consolePages = pagesIn('/_signed-in/_console')

/** Addresses that only redirect. */
const HOME = '/home'
const REDIRECT = '/redirect/$'
/** Every address of the site, as the router writes it. */
export const allPages = ['/', HOME, REDIRECT, ...[publicPages, memberPages, consolePages].flat().map(({ path }) => path)]

/** Every URL of the site and the file that draws it. */
export const routes = rootRoute('app/root.tsx', [
  layout('public', 'app/public-layout.tsx', bound(publicPages)),
  layout('signed-in', 'app/signed-in-layout.tsx', [
    ...bound(memberPages),
    layout('console', 'app/console-layout.tsx', bound(consolePages)),
  ]),
  index('app/start.tsx'),
  route(HOME, 'app/home.tsx'),
  route(REDIRECT, 'app/redirect.tsx'),
  route('/$', 'app/unknown.tsx'),
])

function pagesIn(place: string): Page[] {
  return pages.flatMap(({ file, id }) => {
    const path = id.startsWith(`${place}/`) ? id.slice(place.length) : '/_'
    return path.startsWith('/_') ? [] : [{ file, path }]
  })
}

function bound(given: Page[]) {
  const isInside = ({ path }: Page): boolean => path.startsWith(`${WITHIN}/`)
  const inside = given.filter(isInside).map(({ file, path }) => route(path.slice(WITHIN.length), file))
  return given.filter((page) => !isInside(page)).map(({ file, path }) => (path === WITHIN ? route(path, file, inside) : route(path, file)))
}
