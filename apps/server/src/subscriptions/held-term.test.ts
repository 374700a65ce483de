import { expect, test } from 'vitest'
import { empty } from '../../test/empty-subscription.ts'
import { conditionsOf, noLimits } from './conditions.ts'
import { broughtBack, heldTerm, resumedTerm } from './held-term.ts'

const limited = { ...empty, groupId: 1, speedLimit: 100, deviceLimit: 2, ownSpeedLimit: 50, ownDeviceLimit: 1 }
const without = <T extends object>(row: T) => Object.fromEntries(Object.entries(row).filter(([name]) => !(name in noLimits))) as T

test('a limit that is younger than what an order stored was none then', () => {
  const held = without(heldTerm(limited))
  expect(broughtBack(limited, held)).toMatchObject(noLimits)
  expect(resumedTerm(limited, held)).toMatchObject(noLimits)
  expect(conditionsOf(without({ ...noLimits, groupId: 1, transferEnable: 2 }), 'monthly')).toMatchObject(noLimits)
})

test('a member keeps the limits of their own when a former plan comes back', () => {
  const held = heldTerm({ ...limited, ownSpeedLimit: 7, ownDeviceLimit: 7 })
  expect(broughtBack(limited, held)).toEqual(limited)
})
