import fc from 'fast-check'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { slowness } from '../../../../scripts/slowness.ts'
import { startStripe } from '../gateways/stripe.ts'
import { startApp } from '../harness.ts'
import { act, type Action, ACTIONS, actTogether, ALONE, fingerprint, MOVING, type Step, UNSEEN } from './money-actions.ts'
import { checkWorld } from './money-rules.ts'
import { createWorld, endWorld, type Lane, type World } from './money-world.ts'

// Random sequences of what members, gateways and time can do, made by fast-check and compared with a model with its own sums.
// `npm test` runs 100; `npm run test:model` runs 2,000.

// A failure prints its seed, its path and when its sequence began. MODEL_SEED=… MODEL_PATH=… MODEL_START=… replays only that
// sequence, MODEL_SEED=… all of them.
const SEED = Number(process.env['MODEL_SEED'] ?? 20_261_121)
const PATH = process.env['MODEL_PATH']
const RUNS = PATH === undefined ? Number(process.env['MODEL_RUNS'] ?? 100) : 1
const START = new Date(process.env['MODEL_START'] ?? '2027-01-20T03:00:00Z')
/** Each lane has its own database and clock: while one waits for PostgreSQL, the others calculate. */
const LANES = PATH === undefined ? 4 : 1
const STEPS = { minLength: 50, maxLength: 52 }

afterAll(async () => {
  await Promise.all(lanes.map(({ auditor }) => auditor.end()))
  await Promise.all(lanes.flatMap(({ t, stripe }) => [t.stop(), stripe.stop()]))
})

async function startLane(): Promise<Lane> {
  const clock = { now: START }
  const now = (): Date => clock.now
  const [t, stripe] = await Promise.all([startApp({ now }), startStripe({ now })])
  const auditor = new pg.Client(t.database.url)
  await auditor.connect()
  // Planning the one large query after each step would take three times as long as running it.
  await auditor.query('set plan_cache_mode = force_generic_plan')
  return { t, clock, stripe, auditor }
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  who: fc.nat(2),
  a: fc.nat(999),
  b: fc.nat(999),
})

class Single implements fc.AsyncCommand<World, World> {
  readonly step: Step
  constructor(given: Step) {
    this.step = given
  }
  check = (): boolean => true
  async run(world: World): Promise<void> {
    const before = fingerprint(world)
    const done = act(world, this.step)
    // The step did nothing, so the last check still holds.
    if (done === undefined) return
    await done
    if (fingerprint(world) !== before) effects.set(this.step.action, (effects.get(this.step.action) ?? 0) + 1)
    await checkWorld(world, this.toString(), !MOVING.includes(this.step.action))
  }
  toString = (): string => describe(this.step)
}

class Together implements fc.AsyncCommand<World, World> {
  readonly steps: readonly [Step, Step]
  constructor(given: readonly [Step, Step]) {
    this.steps = given
  }
  check = (): boolean => true
  async run(world: World): Promise<void> {
    if (this.steps.some(({ action }) => ALONE.has(action))) {
      for (const one of this.steps) await new Single(one).run(world)
      return
    }
    await actTogether(world, ...this.steps)
    await checkWorld(world, this.toString(), !this.steps.some(({ action }) => MOVING.includes(action)))
  }
  toString = (): string => `(${this.steps.map(describe).join(' & ')})`
}

/** How often each action changed something: a run without changes proves nothing. */
const effects = new Map<Action, number>()
const describe = ({ action, who, a, b }: Step): string => `${action} ${who} ${a} ${b}`
const command = fc.oneof(
  { weight: 9, arbitrary: step.map((one) => new Single(one)) },
  { weight: 1, arbitrary: fc.tuple(step, step).map((two) => new Together(two)) },
)

const lanes = await Promise.all(Array.from({ length: LANES }, startLane))

test(`${RUNS} sequences of ${STEPS.minLength} steps and more, seed ${SEED}`, { timeout: (60_000 + RUNS * 3000) * slowness }, async () => {
  let steps = 0
  const done = await Promise.all(
    lanes.map(async (lane, index) => {
      let now = START
      let sequences = 0
      const property = fc.asyncProperty(fc.array(command, STEPS), async (commands) => {
        const world = await createWorld(lane, now)
        try {
          await fc.asyncModelRun(() => ({ model: world, real: world }), commands)
        } catch (cause) {
          const said = cause instanceof Error ? cause.message : String(cause)
          throw new Error(`${said}, in a sequence that began at MODEL_START=${now.toISOString()}`, { cause })
        }
        await endWorld(world)
        now = world.now
        sequences++
        steps += commands.length
      })
      await fc.assert(property, {
        numRuns: Math.ceil(RUNS / LANES),
        seed: SEED + index,
        endOnFailure: true,
        includeErrorInReport: true,
        ...(PATH !== undefined && { path: PATH }),
      })
      return sequences
    }),
  )
  expect(done.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(RUNS)
  expect(steps).toBeGreaterThanOrEqual(RUNS * STEPS.minLength)
  const least = Math.max(0, RUNS / 100 - 2)
  const idle = ACTIONS.filter((one) => !UNSEEN.includes(one) && (effects.get(one) ?? 0) <= least)
  // The rarest need more sequences than the short form has.
  expect(idle.length, `without effect: ${idle.join(', ')}`).toBeLessThanOrEqual(RUNS < 200 ? 2 : 0)
})
