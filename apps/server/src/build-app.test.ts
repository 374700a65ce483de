import { expect, test } from 'vitest'
import { forFile, startApp } from '../test/harness.ts'
import { createJobs } from './build-app.ts'

const app = await forFile(startApp())

test('no two jobs have the same name, or the server would not start', () => {
  const names = createJobs(app.app).map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})
