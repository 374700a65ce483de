import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { LEAVABLE } from './scripts/leavable.ts'
import { type Import, readSource, type Source, sourcePaths } from './scripts/imports.ts'

// The import rules of CONTRIBUTING.md. Each test lists the files that break its rule.

const nameless = /(^|\/)(index|utils?|common|helpers?)[./]/
const platform = { server: ['children', 'db', 'http', 'jobs', 'memory', 'outgoing'], web: ['api', 'ui', 'app', 'locales'] }

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

test('routes call verbs, verbs know tables, tables know the database; only nouns and build-app.ts import routes', () => {
  // A front is a hot path bound before the router, and counts as routes.
  const isRoutes = (path: string) => /\.(routes|front)\.ts$/.test(path)
  const routes = server.filter((file) => isRoutes(file.path))
  const tables = server.filter((file) => file.path.endsWith('.table.ts'))
  const verbs = server.filter((file) => noun(file.path) && !isRoutes(file.path))
  const ofTables = /^(drizzle-orm|@portico\/contract\/)|\.table\.ts$|^apps\/server\/src\/db\//
  expect.soft(breaking(server, ({ target }, file) => isRoutes(target) && !/build-app\.ts$|\.noun\.ts$/.test(file.path))).toEqual([])
  expect.soft(breaking(routes, ({ target, type }) => target.endsWith('.table.ts') && !type)).toEqual([])
  // A verb may take a type such as Caller from http/, nothing that runs.
  expect.soft(breaking(verbs, ({ target, type }) => /^@?hono\b/.test(target) || (folder(target) === 'http' && !type))).toEqual([])
  expect.soft(breaking(tables, ({ target }) => !ofTables.test(target))).toEqual([])
})

test('what the verbs of a noun stand on never stands on them; only nouns.ts imports nouns, and only build-app.ts jobs', () => {
  const isAbove = (path: string) => /\.(routes|front|noun)\.ts$/.test(path)
  const verbs = server.filter((file) => noun(file.path) && !isAbove(file.path))
  const stands = verbs.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, type }) => !type && noun(target) && noun(target) !== noun(path) && !target.endsWith('.table.ts'))
      .map(({ target }) => ({ from: noun(path), to: noun(target) })),
  )
  const byNoun = Map.groupBy(stands, ({ from }) => from)
  const nouns = [...byNoun].map(([name, on]) => ({ name, on: on.map(({ to }) => to) }))
  expect.soft(nouns.length).toBeGreaterThan(0)
  expect.soft(cycles(nouns)).toEqual([])
  const binds = { noun: /src\/nouns\.ts$/, jobs: /src\/build-app\.ts$/ }
  for (const [kind, by] of Object.entries(binds))
    expect.soft(breaking(server, ({ target }, file) => target.endsWith(`.${kind}.ts`) && !by.test(file.path))).toEqual([])
})

test('nothing but two lists imports a noun that can be left out', () => {
  const isList = (path: string) => /\/src\/(nouns|settings\/registry)\.ts$/.test(path)
  for (const name of LEAVABLE) {
    const isOf = (path: string) =>
      new RegExp(`^apps/\\w+/src/${name}/|^(packages/contract/src|@portico/contract)/(settings/)?${name}(-[a-z-]+)?(\\.ts)?$`).test(path)
    const others = [...contract, ...server, ...web].filter(({ path }) => !isOf(path) && !isList(path))
    expect.soft(files.filter(({ path }) => isOf(path)).length).toBeGreaterThan(5)
    expect.soft(breaking(others, ({ target }) => isOf(target))).toEqual([])
  }
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
  expect.soft(cycles(importing(contract))).toEqual([])
  expect.soft(cycles(importing(server))).toEqual([])
  expect.soft(cycles(importing(web))).toEqual([])
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

test('every file has a name that says something, and at most 300 lines, a test 400', () => {
  expect.soft(files.map((file) => file.path).filter((path) => nameless.test(path))).toEqual([])
  const most = (path: string) => (/\.(test|e2e)\.tsx?$|\/test\//.test(path) ? 400 : 300)
  expect.soft(files.filter(({ path, code }) => code.split('\n').length > most(path) + 1).map(({ path }) => path)).toEqual([])
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

const importing = (among: Source[]) => among.map(({ path, imports }) => ({ name: path, on: imports.map(({ target }) => target) }))

/** Each way from something back to itself, found by depth-first search. */
function cycles(among: { name: string; on: string[] }[]): string[] {
  const byName = new Map(among.map((one) => [one.name, one.on]))
  const seen = new Set<string>()
  const visit = (name: string, way: string[]): string[] => {
    if (way.includes(name)) return [[...way.slice(way.indexOf(name)), name].join(' → ')]
    if (seen.has(name)) return []
    seen.add(name)
    return byName.get(name)?.flatMap((next) => visit(next, [...way, name])) ?? []
  }
  return among.flatMap(({ name }) => visit(name, []))
}

function breaking(among: Source[], isBad: (imported: Import, file: Source) => boolean): string[] {
  return among.flatMap((file) => file.imports.filter((one) => isBad(one, file)).map(({ target }) => `${file.path} imports ${target}`))
}
