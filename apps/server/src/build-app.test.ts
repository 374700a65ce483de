import { expect, test } from 'vitest'
import { forFile, startApp } from '../test/harness.ts'
import { createJobs } from './build-app.ts'
import { bound } from './http/router.ts'

const app = await forFile(startApp())

test('no two jobs have the same name, or the server would not start', () => {
  const names = createJobs(app.app).map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

test('no endpoint is bound after one that would answer its calls', () => {
  const forms = new Map(bound.map((e) => [e, new RegExp(`^${e.method} ${e.path.replaceAll(/:\w+/g, '[^/]+')}$`)]))
  const hidden = bound.flatMap((e, i) =>
    bound
      .slice(0, i)
      .filter((before) => forms.get(before)?.test(`${e.method} ${e.path}`))
      .map((before) => `${e.method} ${e.path} after ${before.path}`),
  )
  expect(bound.length).toBeGreaterThan(100)
  expect(hidden).toEqual([])
})
