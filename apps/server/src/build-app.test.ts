import { globSync } from 'node:fs'
import type { AnyEndpoint } from '@portico/contract/endpoint'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../test/harness.ts'
import { createJobs } from './build-app.ts'
import { boundEndpoints } from './http/router.ts'

const app = await forFile(startApp())

test('no two jobs have the same name, or the server would not start', () => {
  const names = createJobs(app.app).map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

test('no endpoint is bound after one that would answer its calls', () => {
  const forms = new Map(boundEndpoints.map((e) => [e, new RegExp(`^${e.method} ${e.path.replaceAll(/:\w+/g, '[^/]+')}$`)]))
  const hidden = boundEndpoints.flatMap((e, i) =>
    boundEndpoints
      .slice(0, i)
      .filter((before) => forms.get(before)?.test(`${e.method} ${e.path}`))
      .map((before) => `${e.method} ${e.path} after ${before.path}`),
  )
  expect(boundEndpoints.length).toBeGreaterThan(100)
  expect(hidden).toEqual([])
})

test('every endpoint of the contract is bound', async () => {
  const src = new URL('../../../packages/contract/src/', import.meta.url).pathname
  const files = globSync('**/*.ts', { cwd: src }).filter((path) => !path.endsWith('.test.ts'))
  const exported = await Promise.all(files.map(async (path): Promise<unknown[]> => Object.values(await import(src + path))))
  const isEndpoint = (one: unknown): one is AnyEndpoint => typeof one === 'object' && one !== null && 'method' in one && 'access' in one
  const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`
  const served = new Set(boundEndpoints.map(nameOf))
  const described = exported.flat().filter(isEndpoint).map(nameOf)
  expect(described.length).toBeGreaterThan(300)
  expect(
    described.filter((name) => !served.has(name)),
    "missing in a noun's routes, or the noun in nouns.ts",
  ).toEqual([])
})
