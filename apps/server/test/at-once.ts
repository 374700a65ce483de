import { expect } from 'vitest'

/** How many race: eight show most missing locks as surely as twenty, which the long form (`RACES=20`) uses. */
export const RACES = Number(process.env['RACES'] ?? 8)

/** Does something many times at once. Where eight do not lose a race every time, the test names twenty. */
export const atOnce = <T>(work: (n: number) => Promise<T>, times: number = RACES): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)))

/** One of those who raced got 200; all others were refused with this code or status. */
export function expectOne(answers: { status: number; body: { code?: string } }[], refusal: string | number): void {
  const told = answers.map(({ status, body }) => (status === 200 || typeof refusal === 'number' ? status : body.code))
  expect(told.filter((one) => one === 200)).toHaveLength(1)
  expect(told.filter((one) => one !== 200)).toEqual(Array(answers.length - 1).fill(refusal))
}
