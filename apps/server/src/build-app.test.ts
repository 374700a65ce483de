import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../test/harness.ts'
import { createJobs } from './build-app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.stop())

test('no two jobs have the same name, or the server would not start', () => {
  const names = createJobs(app.app).map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})
