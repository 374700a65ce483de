import { beforeEach, expect, test } from 'vitest'
import { forFile } from '../harness.ts'
import { healthyMembers } from './healthy-members.ts'
import { type Asked, openService } from './service.ts'
import { singleFaults } from './single-faults.ts'
import { twoFaults } from './two-faults.ts'

const s = await forFile(openService())
beforeEach(() => s.begin())

const cases = [...singleFaults, ...twoFaults, ...healthyMembers]
const wrong: string[] = []
const right = { faults: 0, healthy: 0 }

test.each(cases)('$told', async ({ told, first, stage }) => {
  await stage(s)
  const asked = await s.ask()
  const codes = codesOf(asked)
  expect(asked).toEqual(theSame(asked))
  const isRight = first.length === 0 ? codes.length === 0 : first.some((code) => code === codes[0])
  if (isRight) right[first.length === 0 ? 'healthy' : 'faults']++
  else wrong.push(`${told}: ${first.join(' or ') || 'nothing'}, not ${codes.join(', ') || 'nothing'}`)
})

test('the first finding is right for 27 of 30 faults, and healthy members have none', () => {
  process.stdout.write(`${right.faults} of 30 right, ${right.healthy} of 10 healthy\n${wrong.join('\n')}\n`)
  expect([cases.length, healthyMembers.length]).toEqual([40, 10])
  expect([right.faults >= 27, right.healthy], wrong.join('\n')).toEqual([true, 10])
})

/** What staff read; a banned member cannot ask. */
function codesOf(asked: Asked[]): string[] {
  return asked.find(({ place }) => place === 'staff')?.codes ?? []
}

/** The same findings in both places and languages, each in the words of its language. */
function theSame(asked: Asked[]): unknown[] {
  const codes = codesOf(asked)
  return asked.map(({ place, language }) => {
    if (place === 'member' && codes[0] === 'account_banned') return { place, language, status: 403, ok: false, codes: [], titles: [] }
    const title = language === 'en' ? expect.not.stringMatching(/\p{Script=Han}/u) : expect.stringMatching(/\p{Script=Han}/u)
    return { place, language, status: 200, ok: codes.length === 0, codes, titles: codes.map(() => title) }
  })
}
