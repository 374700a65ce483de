import { afterAll, beforeEach, onTestFailed, vi } from 'vitest'

// Files share a process.
afterAll(() => void vi.unstubAllGlobals())

// A test that timed out is still at work, on the app that the file's other tests use: they would fail by its doing, not their own.
let timedOut = ''

beforeEach(({ task, skip }) => {
  if (timedOut) skip(`“${timedOut}” timed out before, and may still be at work`)
  onTestFailed(() => {
    if (task.result?.errors?.some(({ name }) => name === 'TestTimeoutError')) timedOut = task.name
  })
})
