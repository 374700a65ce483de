import { expect, test } from 'vitest'
import { empty } from '../../test/empty-subscription.ts'
import { conditionsOf, noLimits } from './conditions.ts'
import { resumedTerm, storedTerm, withStoredTerm } from './stored-term.ts'

const limited = { ...empty, groupId: 1, speedLimit: 100, deviceLimit: 2, ownSpeedLimit: 50, ownDeviceLimit: 1 }
const without = <T extends object>(row: T) => Object.fromEntries(Object.entries(row).filter(([name]) => !(name in noLimits))) as T

test('a limit that is younger than what an order stored was none then', () => {
  const stored = without(storedTerm(limited))
  expect(withStoredTerm(limited, stored)).toMatchObject(noLimits)
  expect(resumedTerm(limited, stored)).toMatchObject(noLimits)
  expect(conditionsOf(without({ ...noLimits, groupId: 1, transferEnable: 2 }), 'monthly')).toMatchObject(noLimits)
})

test('a member keeps the limits of their own when a former plan comes back', () => {
  const stored = storedTerm({ ...limited, ownSpeedLimit: 7, ownDeviceLimit: 7 })
  expect(withStoredTerm(limited, stored)).toEqual(limited)
})
