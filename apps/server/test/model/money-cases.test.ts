import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startStripe } from '../gateways/stripe.ts'
import { startApp } from '../harness.ts'
import { act, type Action, fingerprint, MOVING, UNSEEN } from './money-actions.ts'
import { checkWorld } from './money-rules.ts'
import { createWorld, endWorld } from './money-world.ts'

// Sequences that are rare in random ones: each is judged after every step, as in the model.

const clock = { now: new Date('2027-01-20T03:00:00Z') }
const now = (): Date => clock.now
const [t, stripe] = await Promise.all([startApp({ now }), startStripe({ now })])
const auditor = new pg.Client(t.database.url)
await auditor.connect()
const lane = { t, clock, stripe, auditor }
afterAll(async () => {
  await lane.auditor.end()
  await Promise.all([lane.t.stop(), lane.stripe.stop()])
})

type Line = [action: Action, a: number, b: number]
const WHOLE_DISPUTE: Line = ['dispute', 0, 2]
const WON: Line = ['dispute', 0, 2]

test.each<[string, Line[]]>([
  [
    'a refund at the dashboard that found nothing takes the bonus too, once a dispute is won',
    [['topup', 19, 0], ['pay', 0, 0], WHOLE_DISPUTE, ['refund_at_stripe', 0, 0], WON],
  ],
  [
    'a renewal that a chargeback moves into a cycle with used traffic counts by what is left of it',
    [['pay', 0, 0], ['pay', 3, 0], ['use_traffic', 7, 0], ['pass_days', 9, 0], WHOLE_DISPUTE, WON],
  ],
  [
    'a fee that a refund at the dashboard took while a dispute ran is kept again once it is won',
    [['pay', 2, 2], ['refund_at_stripe', 0, 2], WHOLE_DISPUTE, ['refund_at_stripe', 0, 2], WON],
  ],
  [
    'a refund at the dashboard that took used money while a dispute ran takes nothing more once it is won',
    [['pay', 0, 0], ['use_traffic', 8, 0], ['use_traffic', 8, 0], WHOLE_DISPUTE, ['refund_at_stripe', 0, 2], WON],
  ],
  [
    'a pack bought on the last day of a term, after its renewal, is not over before it begins',
    [
      ['pay', 0, 0],
      ['use_traffic', 0, 0],
      ['renew', 0, 0],
      ['buy_pack', 0, 0],
      ['pay', 0, 4],
    ],
  ],
  [
    'a payment that names nothing is a top-up of the member it is assigned to, also beside an open order',
    [
      ['state_unnamed', 0, 2],
      ['buy_by_gateway', 0, 0],
      ['refund', 0, 1],
      ['cancel', 0, 0],
      ['buy', 0, 0],
    ],
  ],
  [
    'time that staff took comes back with a later end, and not with days',
    [
      ['pay', 0, 0],
      ['pay', 0, 0],
      ['edit_end', 39, 0],
      ['edit_end', 0, 1],
      ['edit_end', 39, 0],
      ['extend', 4, 0],
      ['edit_end', 39, 2],
    ],
  ],
])('%s', async (_, lines) => {
  const world = await createWorld(lane, lane.clock.now)
  await checkWorld(world, 'the beginning', false)
  for (const [action, a, b] of lines) {
    const before = fingerprint(world)
    const done = act(world, { action, who: 0, a, b })
    expect(done, `${action} did something`).toBeDefined()
    await done
    if (!UNSEEN.includes(action)) expect(fingerprint(world), `${action} changed something`).not.toBe(before)
    await checkWorld(world, `${action} ${a} ${b}`, !MOVING.includes(action))
  }
  await endWorld(world)
})
