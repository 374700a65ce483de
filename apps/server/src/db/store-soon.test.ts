import pg from 'pg'
import { expect, test } from 'vitest'
import { storeSoon } from './store-soon.ts'

function kept(answers: (Error | null)[]) {
  const waiting: number[] = []
  const [stored, errors]: [number[], unknown[]] = [[], []]
  const storing = storeSoon<number[]>({
    afterMs: 3_600_000,
    take: () => (waiting.length > 0 ? waiting.splice(0, 2) : null),
    store: async (batch) => {
      const answer = answers.shift()
      if (answer) throw answer
      stored.push(...batch)
    },
    putBack: (batch) => waiting.unshift(...batch),
    onError: (error) => errors.push(error),
  })
  return { waiting, stored, errors, storing }
}

test('what fails waits with all that follows, and is stored in order once', async () => {
  const { waiting, stored, errors, storing } = kept([null, new Error('away'), new Error('away')])
  waiting.push(1, 2, 3, 4, 5)
  await storing.flush()
  expect({ stored, waiting }).toEqual({ stored: [1, 2], waiting: [3, 4, 5] })
  await storing.flush()
  expect(errors).toHaveLength(2)
  await storing.flush()
  expect({ stored, waiting }).toEqual({ stored: [1, 2, 3, 4, 5], waiting: [] })
})

test('what the database refuses for its content is dropped, and the rest is stored', async () => {
  const refused = Object.assign(new pg.DatabaseError('no such account', 0, 'error'), { code: '23503' })
  const { waiting, stored, errors, storing } = kept([new Error('failed', { cause: refused })])
  waiting.push(1, 2, 3)
  await storing.flush()
  expect({ stored, waiting, errors: errors.length }).toEqual({ stored: [3], waiting: [], errors: 1 })
})
