import { afterEach, expect, test } from 'vitest'
import { slowness } from '../../../../scripts/slowness.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { notices } from '../notices/notices.table.ts'

const t = await forFile(startApp())
afterEach(() => t.asOwner('delete from notices'))

/** Twelve words that nothing holds: every reading of them looks at everything. */
const hard = 'abcdefx bcdefgx cdefghx defghix efghijx fghijkx ghijklx hijklmx ijklmnx jklmnox klmnopx lmnopqx'
/** Words without sense, so that hardly two of them are the same. */
const wordsOf = (seed: number): string =>
  Array.from({ length: 1_000 }, (_, i) => Math.abs(Math.sin(seed * 1_000 + i) * 1e9).toString(36))
    .join(' ')
    .replaceAll(/[^a-z ]/g, '')

async function tell(texts: { title: string; body: string }[]): Promise<void> {
  const now = t.app.now()
  const about = { placement: 'message', publishedAt: now, startsAt: now, createdAt: now, updatedAt: now } as const
  await t.database.db.insert(notices).values(texts.map((text) => ({ ...about, ...text })))
}

const ask = (who: Member, q: string): Promise<Answer> => who.call('POST', '/api/soso/fetch', { q })
const noticesIn = ({ body }: Answer): string[] =>
  body.groups.flatMap(({ kind, items }: { kind: string; items: { title: { text: string } }[] }) =>
    kind === 'notice' ? items.map(({ title }) => title.text) : [],
  )

/** The longest that another visitor waits for an answer while this goes on, in milliseconds. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  const watch = { isOver: false, longest: 0 }
  const watching = (async () => {
    while (!watch.isOver) {
      const from = performance.now()
      await t.call('GET', '/api/langtool/config')
      watch.longest = Math.max(watch.longest, performance.now() - from)
    }
  })()
  await work()
  watch.isOver = true
  await watching
  return watch.longest
}

test('sixty searches of one member through a hundred long notices hold nobody else up', async () => {
  await tell(Array.from({ length: 100 }, (_, i) => ({ title: `Notice ${i}`, body: `<p>${wordsOf(i)}</p>` })))
  const member = await t.member()
  let answers: Answer[] = []
  const longest = await longestWait(async () => {
    answers = await Promise.all(Array.from({ length: 60 }, () => ask(member, hard)))
  })
  expect(longest).toBeLessThan(1_000 * slowness)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers.length - refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, body, headers } of refused)
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'search.busy', '1'])
  // What was refused leaves nothing behind.
  expect((await ask(member, 'notice')).status).toBe(200)
}, 60_000)

test('a few searches of one member at once are all answered, while another member searches too', async () => {
  const [one, other] = [await t.member(), await t.member()]
  const answers = await Promise.all([one, other].flatMap((who) => Array.from({ length: 6 }, () => ask(who, 'subscription'))))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('a notice that was changed is found by its new words at once, and no more by the old ones', async () => {
  const staff = await t.staff(['content.write'])
  const member = await t.member()
  const about = { placement: 'message', audience: 'all', audience_ids: [], audience_days: null, starts_at: null, ends_at: null }
  const texts = (en: string, zh: string) => ({
    title: en,
    body: `<p>${en}</p>`,
    translations: { 'zh-CN': { title: zh, body: `<p>${zh}</p>` } },
  })
  const made = await staff.call('POST', '/admin/notices', { ...about, ...texts('Marzipan', '杏仁糖') })
  expect(made.status).toBe(200)
  const { id } = made.body
  const live = await staff.call('POST', `/admin/notices/${id}/move`, { version: made.body.version, to: 'publish' })
  expect(live.status).toBe(200)
  const found = async (q: string, lang: string): Promise<string[]> => noticesIn(await member.call('POST', '/api/soso/fetch', { q, lang }))
  expect([await found('marzipan', 'en'), await found('杏仁糖', 'zh-CN')]).toEqual([['Marzipan'], ['杏仁糖']])
  const notice = { ...about, ...texts('Nougat', '牛轧糖'), starts_at: live.body.starts_at }
  expect((await staff.call('PUT', `/admin/notices/${id}`, { notice, version: live.body.version, show_again: false })).status).toBe(200)
  expect([await found('nougat', 'en'), await found('牛轧糖', 'zh-CN')]).toEqual([['Nougat'], ['牛轧糖']])
  expect([await found('marzipan', 'en'), await found('杏仁', 'zh-CN')]).toEqual([[], []])
})

test('a notice is found by the first 6,000 characters of its text', async () => {
  await tell([{ title: 'Long', body: `<p>pomegranate ${'so it goes '.repeat(600)} tamarind</p>` }])
  const member = await t.member()
  expect([noticesIn(await ask(member, 'pomegranate')), noticesIn(await ask(member, 'tamarind'))]).toEqual([['Long'], []])
})
