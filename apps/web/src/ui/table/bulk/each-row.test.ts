import { adminSetCoupon } from '@portico/contract/coupons-admin'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../../test/fake-browser.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Enables coupons 1 to 5 in the background, as a bulk bar does. The server answers each as told, the others with 200. */
async function enableFive(answers: Record<number, () => Response>) {
  vi.resetModules()
  fakeBrowser()
  const asked: number[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const id = Number(url.split('/').at(-1))
    asked.push(id)
    return answers[id]?.() ?? Response.json({ id })
  })
  const { call } = await import('../../../api/call.ts')
  const { toasts } = await import('../../../toast.ts')
  const { eachRow } = await import('./each-row.ts')
  const outcome = await eachRow([1, 2, 3, 4, 5], (id) =>
    call(adminSetCoupon, { params: { id }, body: { enabled: true } }, { background: true }),
  )
  return { asked, outcome, messages: toasts.get() }
}
const refuse = (status: number, message: string) => () => Response.json({ code: 'some.code', message }, { status })

test('a row that fails is named with its reason; those before and after it are done', async () => {
  const { asked, outcome, messages } = await enableFive({ 2: refuse(409, 'in use'), 4: refuse(500, 'broken') })
  expect(asked).toEqual([1, 2, 3, 4, 5])
  expect(outcome).toEqual({
    done: [1, 3, 5],
    failed: [
      { row: 2, reason: 'in use' },
      { row: 4, reason: 'broken' },
    ],
  })
  expect(messages, 'the bar says it').toEqual([])
})

test('without a server, the rest is not tried and counts as failed', async () => {
  const lost = (): Response => {
    throw new TypeError('offline')
  }
  const { asked, outcome } = await enableFive({ 3: lost })
  expect(asked).toEqual([1, 2, 3])
  expect([outcome.done, outcome.failed.map(({ row }) => row)]).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
})

test('after the session has ended, the rest is not tried and counts as failed; a bug is not taken for a refusal', async () => {
  const { asked, outcome } = await enableFive({ 2: refuse(403, 'log in') })
  expect([asked, outcome.done, outcome.failed.map(({ row }) => row)]).toEqual([[1, 2], [1], [2, 3, 4, 5]])
  const { eachRow } = await import('./each-row.ts')
  await expect(eachRow([1], () => Promise.reject(new RangeError('bug')))).rejects.toThrow('bug')
})
