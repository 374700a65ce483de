import type { Import } from '@portico/contract/imports-admin'
import { expect, test } from 'vitest'
import { stageOf } from './stage.ts'

let id = 0
const ran = (action: Import['action'], state: Import['state'] = 'done', more: Partial<Import> = {}): Import => ({
  id: ++id,
  action,
  source: 'v2board',
  version: null,
  from: 'dump.sql',
  state,
  step: null,
  progress: 0,
  records: 0,
  fault: null,
  findings: [],
  sums: [],
  comparison: null,
  options: {},
  choices: {},
  started_at: '',
  ended_at: null,
  ...more,
})
/** Latest first, as the server lists them. */
const doneAfter = (...items: Import[]): number => stageOf({ items: items.toReversed() }).done

test('each step is done once the one that needs it could begin', () => {
  expect(doneAfter()).toBe(0)
  expect(doneAfter(ran('look', 'failed'))).toBe(0)
  expect(doneAfter(ran('look'))).toBe(2)
  expect(doneAfter(ran('look'), ran('rehearse'))).toBe(3)
  expect(doneAfter(ran('look'), ran('rehearse'), ran('move'))).toBe(5)
  expect(stageOf({ items: [ran('rehearse'), ran('look')] }, true).done).toBe(4)
  expect(stageOf({ items: [ran('look')] }, true).done, 'the list alone moves nothing').toBe(2)
})

test('what must be mended stops after the look', () => {
  const stop = { code: 'x', level: 'stop', title: '', outcome: '', count: 1, rows: [], choices: [], choice: null } as const
  expect(doneAfter(ran('look', 'done', { findings: [{ ...stop, rows: [], choices: [] }] }))).toBe(1)
})

test('a look at another file asks for another rehearsal, a newer look at the same does not', () => {
  expect(doneAfter(ran('look'), ran('rehearse'), ran('look', 'done', { from: 'newer.sql' }))).toBe(2)
  expect(doneAfter(ran('look'), ran('rehearse'), ran('look'))).toBe(3)
})

test('a move that was killed is told, and what was found before stays', () => {
  const { broken, rehearsal, move } = stageOf({
    items: [ran('move', 'failed', { fault: 'The process ended.' }), ran('rehearse'), ran('look')],
  })
  expect(broken?.fault).toBe('The process ended.')
  expect(rehearsal).not.toBeNull()
  expect(move).toBeNull()
})
