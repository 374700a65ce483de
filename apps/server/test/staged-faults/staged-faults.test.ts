import { beforeEach, expect, test } from 'vitest'
import { forFile } from '../harness.ts'
import { healthyMembers } from './healthy-members.ts'
import { remarkedMembers } from './remarked-members.ts'
import { type Asked, openService } from './service.ts'
import { singleFaults } from './single-faults.ts'
import { twoFaults } from './two-faults.ts'

const s = await forFile(openService())
beforeEach(() => s.begin())

const cases = [...singleFaults, ...twoFaults, ...healthyMembers, ...remarkedMembers]

test.each(cases)('$told', async ({ first, remarks, stage }) => {
  await stage(s)
  const asked = await s.ask()
  const codes = codesOf(asked)
  expect(asked).toEqual(theSame(asked))
  if (remarks) expect(asked.map((one) => one.remarks)).toEqual(asked.map(() => remarks))
  // Several may come first where either is true; a member whose connection works has none.
  expect(first.length === 0 ? [undefined] : first).toContain(codes[0])
})

test('thirty members have a fault, and twenty have none', () => {
  expect([cases.length, healthyMembers.length + remarkedMembers.length]).toEqual([50, 20])
})

/** What staff read; a banned member cannot ask. */
function codesOf(asked: Asked[]): string[] {
  return asked.find(({ place }) => place === 'staff')?.codes ?? []
}

/** The same findings in both places and languages, each in the words of its language. */
function theSame(asked: Asked[]): unknown[] {
  const codes = codesOf(asked)
  const remarks = asked.find(({ place }) => place === 'staff')?.remarks ?? []
  return asked.map(({ place, language }) => {
    if (place === 'member' && codes[0] === 'account_banned')
      return { place, language, status: 403, ok: false, codes: [], titles: [], remarks: [] }
    const title = language === 'en' ? expect.not.stringMatching(/\p{Script=Han}/u) : expect.stringMatching(/\p{Script=Han}/u)
    return { place, language, status: 200, ok: codes.length === 0, codes, titles: codes.map(() => title), remarks }
  })
}
