import { beforeEach, expect, test } from 'vitest'
import { forFile } from '../harness.ts'
import { healthyMembers } from './healthy-members.ts'
import { type Asked, openService } from './service.ts'
import { singleFaults } from './single-faults.ts'
import { twoFaults } from './two-faults.ts'

const s = await forFile(openService())
beforeEach(() => s.begin())

const faults = [...singleFaults, ...twoFaults]
const wrong: string[] = []
let right = 0
let healthy = 0

test.each(faults)('$told', async ({ told, first, stage }) => {
  await stage(s)
  const asked = await s.ask()
  const codes = codesOf(asked)
  expect(asked).toEqual(theSame(asked))
  if (first.some((code) => code === codes[0])) right++
  else wrong.push(`${told}: ${first.join(' or ')}, not ${codes.join(', ') || 'nothing'}`)
})

test.each(healthyMembers)('nothing is wrong: $told', async ({ told, stage }) => {
  await stage(s)
  const asked = await s.ask()
  expect(asked).toEqual(theSame(asked))
  if (codesOf(asked).length === 0) healthy++
  else wrong.push(`${told}: nothing, not ${codesOf(asked).join(', ')}`)
})

test('the first finding is right for 27 of 30 faults, and healthy members have none', () => {
  process.stdout.write(`${right} of ${faults.length} right, ${healthy} of ${healthyMembers.length} healthy\n${wrong.join('\n')}\n`)
  expect([faults.length, healthyMembers.length]).toEqual([30, 10])
  expect([right >= 27, healthy], wrong.join('\n')).toEqual([true, 10])
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
