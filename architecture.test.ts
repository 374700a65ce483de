import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { type Import, readSource, type Source, sourcePaths } from './scripts/imports.ts'

// The import rules of CONTRIBUTING.md. Each test lists the files that break its rule.

const nameless = /(^|\/)(index|utils?|common|helpers?)[./]/
/** From the ground up: a verb calls only nouns earlier in this list. Routes and jobs stand above all of them. */
const layers = [
  'audit files games events settings processes job-desk refused-notifications page-errors',
  'messages one-time-tokens challenges untrusted-proxies',
  'roles sessions accounts identities known-devices codes factors passkeys issuers',
  'ledger commissions invites groups',
  'documents rule-lists formats templates youth-mode app-releases',
  'subscriptions check-ins usage-alerts',
  'reminders',
  'plans promotions redeem-codes',
  'article-categories articles',
  'notices message-centre grammar',
  'nodes outages traffic report-watch node-api',
  'public-pages help',
  'feeds link-fetches',
  'invoices',
  'coupons orders withdrawals',
  'diagnosis',
  'tickets canned-replies',
  'payment-drivers payments saved-cards refunds disputes statements renewals',
  'months',
  'telegram',
  'members member-notes member-timeline bulk-changes',
  'staff sign-ins auth own-account audit-log search site-search',
  'overview',
  'demo',
].flatMap((layer) => layer.split(' '))
const platform = { server: ['children', 'db', 'http', 'jobs', 'outgoing'], web: ['api', 'ui', 'app', 'locales'] }

const files = sourcePaths().map(readSource)
const of = (area: string) => files.filter((file) => file.path.startsWith(area) && !/\.test\.tsx?$|\/test\//.test(file.path))
const contract = of('packages/contract/')
const server = of('apps/server/src/')
const web = of('apps/web/src/')

test('there are files to check', () => {
  expect(contract.length).toBeGreaterThan(0)
  expect(contract.flatMap((file) => file.imports).length).toBeGreaterThan(0)
})

test('the contract imports only zod; server and web import the contract, never each other', () => {
  expect.soft(breaking(contract, ({ target }) => target !== 'zod/mini' && !target.startsWith('packages/contract/src/'))).toEqual([])
  expect.soft(breaking(server, ({ target }) => /^(packages|apps\/web)\/|^@portico\/(?!contract\/)/.test(target))).toEqual([])
  expect.soft(breaking(web, ({ target }) => /^(packages|apps\/server)\/|^@portico\/(?!contract\/)/.test(target))).toEqual([])
})

test('routes call verbs, verbs know tables, tables know the database; only build-app.ts imports routes', () => {
  // A front is a hot path bound before the router, and counts as routes.
  const isRoutes = (path: string) => /\.(routes|front)\.ts$/.test(path)
  const routes = server.filter((file) => isRoutes(file.path))
  const tables = server.filter((file) => file.path.endsWith('.table.ts'))
  const verbs = server.filter((file) => noun(file.path) && !isRoutes(file.path))
  const ofTables = /^(drizzle-orm|@portico\/contract\/)|\.table\.ts$|^apps\/server\/src\/db\//
  expect.soft(breaking(server, ({ target }, file) => isRoutes(target) && file.path !== 'apps/server/src/build-app.ts')).toEqual([])
  expect.soft(breaking(routes, ({ target, type }) => target.endsWith('.table.ts') && !type)).toEqual([])
  // A verb may take a type such as Caller from http/, nothing that runs.
  expect.soft(breaking(verbs, ({ target, type }) => /^@?hono\b/.test(target) || (folder(target) === 'http' && !type))).toEqual([])
  expect.soft(breaking(tables, ({ target }) => !ofTables.test(target))).toEqual([])
})

test('verbs call only nouns below their own', () => {
  const isAbove = (path: string) => /\.(routes|front|jobs)\.ts$/.test(path)
  const nouns = [...new Set(server.map((file) => noun(file.path)).filter(Boolean))]
  expect.soft(layers.toSorted()).toEqual(nouns.toSorted())
  const verbs = server.filter((file) => noun(file.path) && !isAbove(file.path))
  const isUpward = ({ target, type }: Import, file: Source) =>
    !type && noun(target) !== '' && !target.endsWith('.table.ts') && layers.indexOf(noun(target)) > layers.indexOf(noun(file.path))
  expect.soft(breaking(verbs, isUpward)).toEqual([])
  expect.soft(breaking(server, ({ target }, file) => isAbove(target) && file.path !== 'apps/server/src/build-app.ts')).toEqual([])
})

test("a noun's tables are written only in its own folder", () => {
  const foreign = ({ target }: Import, file: Source) => target.endsWith('.table.ts') && folder(target) !== folder(file.path)
  const written = (file: Source, name: string) =>
    new RegExp(`(\\.(insert|update|delete)\\(|(insert into|update|delete from)\\s+\\$\\{)\\s*${name}\\b`).test(file.code)
  const writers = server.flatMap((file) =>
    file.imports
      .filter((imported) => foreign(imported, file))
      .flatMap((imported) => imported.names)
      .filter((name) => written(file, name))
      .map((name) => `${file.path} writes ${name}`),
  )
  expect(writers).toEqual([])
})

test('only app/routes.ts imports pages', () => {
  expect(breaking(web, ({ target }) => target.endsWith('-page.tsx'))).toEqual([])
})

test('platform folders import no noun', () => {
  const inPlatform = (file: Source) => folder(file.path) !== '' && !noun(file.path)
  expect(breaking([...server, ...web].filter(inPlatform), ({ target }) => noun(target) !== '')).toEqual([])
})

test('no file imports itself through others, types included', () => {
  expect.soft(cycles(contract)).toEqual([])
  expect.soft(cycles(server)).toEqual([])
  expect.soft(cycles(web)).toEqual([])
})

test('app, ui and api import each other in one direction', () => {
  // Files in src itself, such as i18n.ts, are below all three.
  const order = ['app', 'ui', 'api', '']
  const level = (path: string) => order.indexOf(path.startsWith('apps/web/src/') ? folder(path) : 'elsewhere')
  const inLayers = web.filter((file) => level(file.path) >= 0)
  expect(inLayers.length).toBeGreaterThan(0)
  const isUpward = ({ target }: Import, file: Source) => !target.endsWith('.json') && level(target) >= 0 && level(target) < level(file.path)
  expect(breaking(inLayers, isUpward)).toEqual([])
})

test('every file has a name that says something, and at most 400 lines', () => {
  expect.soft(files.map((file) => file.path).filter((path) => nameless.test(path))).toEqual([])
  expect.soft(files.filter((file) => file.code.split('\n').length > 401).map((file) => file.path)).toEqual([])
})

test('no folder holds more than 25 source files', () => {
  const folders = Map.groupBy([...server, ...web], (file) => posix.dirname(file.path))
  expect([...folders].filter(([, held]) => held.length > 25).map(([path, held]) => `${path} holds ${held.length}`)).toEqual([])
})

/** The first folder under src; '' for a file in src itself or outside the apps. */
function folder(path: string): string {
  return /^apps\/\w+\/src\/([^/]+)\//.exec(path)?.[1] ?? ''
}

/** The noun a file belongs to; '' for the platform. */
function noun(path: string): string {
  const ofPlatform = path.startsWith('apps/web/') ? platform.web : platform.server
  return ofPlatform.includes(folder(path)) ? '' : folder(path)
}

/** Each cycle of imports as a path, found by depth-first search. */
function cycles(among: Source[]): string[] {
  const byPath = new Map(among.map((file) => [file.path, file]))
  const seen = new Set<string>()
  const visit = (path: string, way: string[]): string[] => {
    if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(' → ')]
    if (seen.has(path)) return []
    seen.add(path)
    return byPath.get(path)?.imports.flatMap(({ target }) => visit(target, [...way, path])) ?? []
  }
  return among.flatMap(({ path }) => visit(path, []))
}

function breaking(among: Source[], isBad: (imported: Import, file: Source) => boolean): string[] {
  return among.flatMap((file) => file.imports.filter((one) => isBad(one, file)).map(({ target }) => `${file.path} imports ${target}`))
}
