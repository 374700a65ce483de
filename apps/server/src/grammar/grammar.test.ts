import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { sizes } from '../memory/sizes.ts'
import { inLanguage, matchOf, startLanguageTool } from '../../test/language-tool.ts'

const TEXT = 'I has an test, and teh test is short.'

const [t, tool] = await Promise.all([forFile(startApp()), forFile(startLanguageTool())])
const [admin, member] = await Promise.all([t.admin(), t.member()])
afterEach(async () => {
  Object.assign(tool.state, { fault: 'none', key: null, answer: null, asked: [], paths: [] })
  await t.app.limits.grammarByAccount.clear(String(member.id))
})

async function set(values: Record<string, unknown>): Promise<void> {
  expect((await admin.call('PATCH', '/admin/settings', values)).status).toBe(200)
  await t.app.reloadSettings()
}
const useServer = (): Promise<void> => set({ 'grammar.server_url': tool.base, 'grammar.user': '', 'grammar.secret': '' })
const useBuiltIn = (): Promise<void> => set({ 'grammar.server_url': '' })
const check = (text: string, language?: string): Promise<Answer> =>
  member.call('POST', '/muser/langtool/check', { text, ...(language && { language }) })
const tested = async (): Promise<string> => (await admin.call('POST', '/admin/grammar/test')).body.result
/** What is wrong in a text, and what may stand there. */
const wrongIn = (text: string, { body }: Answer): [string, string[]][] =>
  body.matches.map(({ offset, length, replacements }: { offset: number; length: number; replacements: string[] }) => [
    text.slice(offset, offset + length),
    replacements,
  ])

test('a visitor may not check a text, a member may; both may ask which checker there is', async () => {
  expect((await t.call('GET', '/api/langtool/config')).body).toEqual({ checker: 'built_in', languages: ['en-US', 'en-GB'] })
  await useServer()
  expect((await t.call('GET', '/api/langtool/config')).body).toMatchObject({ checker: 'server' })
  const answer = await check(TEXT)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ language: 'en-US', checked_to: TEXT.length })
  expect(wrongIn(TEXT, answer)).toEqual([
    ['I has', ['I have']],
    ['an', ['a']],
    ['teh', ['the']],
  ])
  expect(answer.body.matches[2]).toEqual({
    offset: 19,
    length: 3,
    message: 'Use “the”.',
    short_message: 'Mistake',
    replacements: ['the'],
    rule: 'A_RULE',
    category: 'spelling',
  })
})

test('with too little memory for the built-in checker there is none, and a LanguageTool server still works', async () => {
  const usual = sizes.grammar
  onTestFinished(() => void (sizes.grammar = usual))
  sizes.grammar = 'off'
  await useBuiltIn()
  expect((await t.call('GET', '/api/langtool/config')).body).toEqual({ checker: 'off', languages: [] })
  expect([(await check(TEXT)).body.code, await tested()]).toEqual(['grammar.off', 'off'])
  await useServer()
  expect((await check(TEXT)).status).toBe(200)
})

test('a text of 20,000 characters is checked, a longer or an empty one is refused', async () => {
  await useServer()
  const long = 'teh '.repeat(5000)
  const answer = await check(long)
  expect(answer.status).toBe(200)
  expect(answer.body.matches).toHaveLength(500)
  expect(answer.body.checked_to).toBe(499 * 4 + 3)
  for (const text of [`${long}x`, '']) {
    const refused = await check(text)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['text']])
  }
  expect((await check(' \n')).body).toEqual({ language: null, checked_to: 2, matches: [] })
  expect((await check(TEXT, 'tlh')).status).toBe(422)
})

test('the server is asked as LanguageTool wants it, with user and key only if both are set', async () => {
  await useServer()
  await check('我在在家', 'auto')
  await set({ 'grammar.user': 'me@example.com' })
  await check('teh', 'en-GB')
  tool.state.key = { username: 'me@example.com', apiKey: 'top secret' }
  expect((await check('teh')).body.code).toBe('grammar.unavailable')
  await set({ 'grammar.secret': 'top secret' })
  expect((await check('teh')).status).toBe(200)
  expect(tool.state.asked.map((form) => Object.fromEntries(form))).toEqual([
    { text: '我在在家', language: 'auto', preferredVariants: 'en-US,de-DE' },
    { text: 'teh', language: 'en-GB' },
    { text: 'teh', language: 'auto', preferredVariants: 'en-US,de-DE' },
    { text: 'teh', language: 'auto', preferredVariants: 'en-US,de-DE', username: 'me@example.com', apiKey: 'top secret' },
  ])
})

test.each(['error', 'busy', 'redirect', 'html', 'cut', 'endless'] as const)(
  'a server with the fault %s: the answer says so',
  async (fault) => {
    await useServer()
    tool.state.fault = fault
    const { status, body } = await check(TEXT)
    expect([status, body.code]).toEqual([503, 'grammar.unavailable'])
    expect(body.message).toBe("The checker isn't available right now. Your text is still here. Please try again in a minute.")
    expect(tool.state.paths).toEqual(['/v2/check'])
  },
)

test('a server that is down, or does not answer within ten seconds: the answer says so', async () => {
  await useServer()
  tool.state.fault = 'silent'
  // The ten seconds pass in a fiftieth of the time.
  const limit = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limit(ms / 50))
  const silent = await check(TEXT)
  expect(timeout.mock.calls).toContainEqual([10_000])
  timeout.mockRestore()
  expect([silent.status, silent.body.code]).toEqual([503, 'grammar.unavailable'])
  const gone = await startLanguageTool()
  await gone.stop()
  await set({ 'grammar.server_url': gone.base })
  const down = await check(TEXT)
  expect([down.status, down.body.code]).toEqual([503, 'grammar.unavailable'])
  expect(await tested()).toBe('unreachable')
}, 30_000)

test('what a hostile server answers stays inside the text and within bounds', async () => {
  await useServer()
  const text = '😀 fine <b> text'
  const answers = [
    matchOf(-1, 3, ['x'], 'before'),
    matchOf(14, 10, ['x'], 'after'),
    matchOf(3, 0, ['x'], 'nothing'),
    matchOf(1, 3, ['x'], 'half an emoji'),
    matchOf(3, 12, [], 'over others'),
    matchOf(3, 4, ['fine', 'good', 'good', '\ud800', 'y'.repeat(501), '<img src=x onerror=alert(1)>'], 'm'.repeat(9000)),
  ]
  tool.state.answer = () => ({ ...inLanguage('x'.repeat(999)), matches: answers })
  const { status, body } = await check(text)
  expect(status).toBe(200)
  expect(body.language).toHaveLength(20)
  expect(body.matches).toEqual([
    expect.objectContaining({ offset: 3, length: 4, message: 'm'.repeat(500), replacements: ['good', '<img src=x onerror=alert(1)>'] }),
  ])
  for (const wrong of [[], { matches: [{}] }, { ...inLanguage('en'), matches: [{ ...answers[5], offset: '3' }] }]) {
    tool.state.answer = () => wrong
    expect((await check(text)).body.code).toBe('grammar.unavailable')
  }
})

test('the test in the console says what is wrong with the server', async () => {
  await useBuiltIn()
  expect(await tested()).toBe('not_set')
  await useServer()
  expect(await tested()).toBe('works')
  tool.state.key = { username: 'a', apiKey: 'b' }
  expect(await tested()).toBe('refused')
  tool.state.fault = 'html'
  expect(await tested()).toBe('unusable')
  tool.state.fault = 'error'
  expect(await tested()).toBe('unreachable')
})

test('a member checks 30 texts a minute; the others are not held up by that', async () => {
  await useServer()
  const all = await Promise.all(Array.from({ length: 40 }, () => check('teh')))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(30)
  const refused = all.find(({ status }) => status === 429)
  expect(refused?.body.code).toBe('limit.exceeded')
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = await t.member()
  expect((await other.call('POST', '/muser/langtool/check', { text: 'teh' })).status).toBe(200)
})

test('the built-in checker finds mistakes in English, and places them after emoji and Chinese', async () => {
  await useBuiltIn()
  const text = '😀 I has an test. 今天 teh end'
  const answer = await check(text)
  expect(answer.body).toMatchObject({ language: 'en-US', checked_to: text.length })
  expect(wrongIn(text, answer)).toEqual(
    expect.arrayContaining([
      ['has', ['have']],
      ['an', ['a']],
      ['teh', ['the']],
    ]),
  )
  expect(wrongIn('colour', await check('colour'))).toEqual([['colour', expect.arrayContaining(['color'])]])
  expect((await check('colour', 'en-GB')).body).toEqual({ language: 'en-GB', checked_to: 6, matches: [] })
}, 60_000)

test('of many checks at once each is answered or asked to come again, and the next one works', async () => {
  await useBuiltIn()
  const text = 'This is an test of teh long textes. '.repeat(555)
  const other = await t.member()
  const [all, theirs] = await Promise.all([atOnce(() => check(text)), other.call('POST', '/muser/langtool/check', { text: 'teh' })])
  expect(theirs.status, 'nobody else waits for it in vain').toBe(200)
  const answered = all.filter(({ status }) => status === 200)
  expect(answered.length).toBeGreaterThan(0)
  for (const { body } of answered) expect(body.matches).toHaveLength(500)
  for (const refused of all.filter(({ status }) => status !== 200)) {
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'grammar.busy', '5'])
  }
  expect((await check('teh')).body.matches).toHaveLength(1)
}, 90_000)

test('the time of a check does not tell that somebody else has checked the same text', async () => {
  await useBuiltIn()
  const [first, second] = await Promise.all([t.member(), t.member()])
  const words = (start: string): string =>
    Array.from({ length: 20 }, (_, i) => `${start}${(i * 7919).toString(36)}zt${i % 6 === 5 ? '.' : ''}`).join(' ')
  const time = async (who: Member, text: string): Promise<number> => {
    const started = performance.now()
    expect((await who.call('POST', '/muser/langtool/check', { text })).status).toBe(200)
    return performance.now() - started
  }
  // The first texts of a process take longer.
  await time(first, words('v'))
  const fresh = await time(first, words('w'))
  expect(await time(second, words('w'))).toBeGreaterThan(fresh / 3)
}, 60_000)

test('the built-in checker says which texts it cannot read, instead of “no mistakes”', async () => {
  await useBuiltIn()
  const unknown = { language: null, checked_to: 0, matches: [] }
  expect((await check('今天天气很好，我们去公园散步吧。')).body).toEqual(unknown)
  expect((await check('Сегодня хорошая погода')).body).toEqual(unknown)
  expect((await check('This is fine.', 'de-DE')).body).toEqual(unknown)
  expect((await check('This is fine.')).body).toEqual({ language: 'en-US', checked_to: 13, matches: [] })
}, 60_000)
