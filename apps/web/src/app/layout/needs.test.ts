import { type Need, NeedKind } from '@portico/contract/overview-admin'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../test/fake-browser.ts'
import { countNeeds, needsOf } from './needs.ts'

beforeEach(() => {
  vi.resetModules()
  fakeBrowser()
})
afterEach(() => void vi.unstubAllGlobals())

const need = (kind: NeedKind, count: number): Need => ({ kind, count, amount: null, since: null, due: null, names: [] })

test('each need belongs to exactly one entry of the menu', async () => {
  const { adminMenu } = await import('./console/console-menu.ts')
  const entries = adminMenu.flatMap((group) => group.entries)
  for (const kind of NeedKind.options) expect(entries.filter((entry) => needsOf([need(kind, 1)], entry).length > 0)).toHaveLength(1)
})

test('an entry counts all needs of its page; refused notifications count once', () => {
  const waiting = [
    need('withdrawals_to_approve', 2),
    need('withdrawals_to_pay', 1),
    need('notifications_refused', 900),
    need('nodes_down', 4),
  ]
  expect(countNeeds(needsOf(waiting, { path: '/admin/tixian' }))).toBe(3)
  expect(countNeeds(needsOf(waiting, { path: '/admin/user' }))).toBe(0)
  expect(countNeeds(waiting)).toBe(8)
})
