import { expect, test } from 'vitest'
import { askCode, liftLimits } from '../../test/ask-code.ts'
import { type Answer, forFile, PASSWORD, startApp } from '../../test/harness.ts'

// Whether an account exists must show neither in an answer nor in its time.

const ROUNDS = 10
/** How much two medians of one run may differ: in part of the smaller one, and in milliseconds. A forgotten hash is half of the whole. */
const [PART, MS] = [0.2, 3]

const t = await forFile(startApp())
liftLimits(t)
const member = await t.member()
// From now on, their password takes as long as anybody's.
await t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD })
const admin = await t.admin()
await admin.call('PATCH', '/admin/settings', { 'account.verify_email': true, 'account.register_with': 'both' })

type Ask = (email: string) => Promise<Answer>
const WRONG = '000000'
/** An answer to a wrong code for a code that was really asked for. */
const afterAsking =
  (purpose: 'login' | 'reset' | 'register', use: (entered: { code_id: string; code: string }, email: string) => Promise<Answer>): Ask =>
  async (email) => {
    const asked = await askCode(t, purpose, { email })
    return use({ code_id: asked.body.code_id, code: WRONG }, email)
  }

const asks: Record<string, Ask> = {
  'login with a password': (email) => t.call('POST', '/muser/auth/login', { email, password: 'a wrong password' }),
  'asking for a code to log in': (email) => askCode(t, 'login', { email }),
  'asking for a code to reset the password': (email) => askCode(t, 'reset', { email }),
  'asking for a code to register': (email) => askCode(t, 'register', { email }),
  'login with a wrong code': afterAsking('login', (entered) => t.call('POST', '/muser/auth/code', entered)),
  'a reset with a wrong code': afterAsking('reset', (entered) => t.call('POST', '/api/auth/forget', { ...entered, password: PASSWORD })),
  'a registration with a wrong code': afterAsking('register', (entered, email) =>
    t.call('POST', '/muser/auth/register', { ...entered, email, password: PASSWORD }),
  ),
  'a registration without a code': (email) => t.call('POST', '/muser/auth/register', { email, password: PASSWORD }),
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** An answer without its random parts. */
function shape({ status, body, headers }: Answer): object {
  const names = [...headers.keys()].filter((name) => name !== 'date').toSorted()
  return { status, names, body: { ...body, ...('code_id' in body && { code_id: String(body.code_id).length }) } }
}

async function timed(ask: Ask, email: string): Promise<{ ms: number; answer: Answer }> {
  const started = performance.now()
  const answer = await ask(email)
  return { ms: performance.now() - started, answer }
}

/** Calls in turns, so that a busy moment of the machine meets both. */
async function compare(ask: Ask, known: string, unknown: string): Promise<{ alike: boolean; times: string }> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let i = 0; i < ROUNDS; i++) {
    const order = i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) times[who].push((await timed(ask, who === 'known' ? known : unknown)).ms)
  }
  const [a, b] = [median(times.known), median(times.unknown)]
  return { alike: Math.abs(a - b) < Math.min(a, b) * PART + MS, times: `known ${a.toFixed(1)} ms, unknown ${b.toFixed(1)} ms` }
}

test.each(Object.entries(asks))('enumeration: %s looks and lasts the same for a known and an unknown address', async (_, ask) => {
  const [known, unknown] = [member.email, 'nobody1@example.com']
  expect(shape(await ask(unknown))).toEqual(shape(await ask(known)))
  let compared = await compare(ask, known, unknown)
  // A busy machine can make one comparison differ. A real difference shows in each.
  for (let again = 0; again < 6 && !compared.alike; again++) compared = await compare(ask, known, unknown)
  expect(compared).toMatchObject({ alike: true })
})
