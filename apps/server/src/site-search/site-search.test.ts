import type { FoundGroup, FoundItem } from '@portico/contract/site-search'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { gameInput } from '../../test/game-input.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { publishArticle, writeArticle } from '../../test/publish-article.ts'
import { cutOldTexts } from '../articles/words/cut-words.ts'

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])
// Synonyms have a test of their own.
await (await t.admin()).call('PATCH', '/admin/settings', { 'search.synonyms': '' })

type Found = { groups: FoundGroup[]; suggestions: FoundItem[] }
type Who = Member | null
function ask(payload: Record<string, unknown>, who: Who = null): Promise<Answer> {
  // Pages, plans, games, categories and tags are kept for two seconds.
  t.travel(2_000)
  return who ? who.call('POST', '/api/soso/fetch', payload) : t.call('POST', '/api/soso/fetch', payload)
}
async function search(q: string, who: Who = null, more: Record<string, unknown> = {}): Promise<Found> {
  const { status, body } = await ask({ q, ...more }, who)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const itemsOf = async (kind: FoundGroup['kind'], q: string, who: Who = null, more: Record<string, unknown> = {}): Promise<FoundItem[]> =>
  (await search(q, who, more)).groups.find((group) => group.kind === kind)?.items ?? []
const titlesOf = async (q: string, who: Who = null): Promise<string[]> => (await itemsOf('article', q, who)).map(({ title }) => title.text)
const markedIn = ({ text, marks }: FoundItem['title']): string[] => marks.map(({ from, to }) => text.slice(from, to))
const publish = (title: string, body = '<p>Text</p>', summary = '') => publishArticle(editor, { en: { title, summary, body } })

test('a word counts most in a title, then as a category or tag, in a summary, and in the text', async () => {
  const names = { name_en: 'Gazebo', name_zh: '凉亭' }
  const category = (await editor.call('POST', '/admin/article-categories', { ...names, parent_id: null })).body
  const tag = (await editor.call('POST', '/admin/article-tags', { name_en: 'Gazebos and more', name_zh: '' })).body
  await publish('In the text', '<p>There is a gazebo.</p>')
  await publish('In the summary', '<p>Text</p>', 'About a gazebo')
  const { id } = await publish('Tagged')
  await editor.call('PATCH', `/admin/articles/${id}`, { tag_ids: [tag.id] })
  await publishArticle(editor, { category: category.id, en: { title: 'In the category' } })
  await publish('Your gazebo')
  expect(await titlesOf('gazebo')).toEqual(['Your gazebo', 'Tagged', 'In the category', 'In the summary', 'In the text'])
  expect(await titlesOf('凉亭')).toEqual(['In the category'])

  await editor.call('PUT', `/admin/article-categories/${category.id}`, { name_en: 'Pavilion', name_zh: '', parent_id: null })
  expect(await titlesOf('pavilion')).toEqual(['In the category'])
  await editor.call('PATCH', `/admin/articles/${id}`, { tag_ids: [] })
  expect(await titlesOf('gazebo')).toEqual(['Your gazebo', 'In the summary', 'In the text'])
})

test('of two that fit alike, the one that helped more people comes first', async () => {
  const [first, second] = [await publish('Ottoman one'), await publish('Ottoman two')]
  expect(await titlesOf('ottoman')).toEqual(['Ottoman one', 'Ottoman two'])
  const member = await t.member()
  for (const [{ id }, helpful] of [
    [first, false],
    [second, true],
  ] as const)
    await member.call('POST', '/muser/knowledge/rate', { id, helpful })
  expect(await titlesOf('ottoman')).toEqual(['Ottoman two', 'Ottoman one'])
})

test.each([
  ['a word in any case', 'RENEWAL'],
  ['its beginning', 'renew'],
  ['another form', 'renewing'],
  ['a letter too few', 'renwal'],
  ['a letter too many', 'renewaal'],
  ['another letter', 'renexal'],
  ['two letters exchanged', 'reenwal'],
  ['full width', 'ｒｅｎｅｗａｌ'],
  ['idle words around it', 'how do I get a renewal?'],
  ['a mistyped word beside another', 'renewal lanttern'],
  ['most words of a long question', 'renewal of the lantern abroad'],
])('%s finds an article', async (_, q) => {
  const [article] = await titlesOf('Renewal of lanterns')
  if (!article) await publish('Renewal of lanterns')
  expect(await titlesOf(q)).toContain('Renewal of lanterns')
})

test('an exact word comes before its beginning; a slip is looked for only where nothing fits; a compound is found with its hyphen, without, and by its parts; in each language its own text is found; the reader’s language wins where both fit', async () => {
  await publish('Marmots everywhere')
  await publish('Marmotry')
  await publish('Marmite')
  expect(await titlesOf('marmot')).toEqual(['Marmots everywhere', 'Marmotry'])
  expect(await titlesOf('marmlte')).toEqual(['Marmite'])
  // Three letters and less are no typing error of another word.
  expect(await titlesOf('mrm')).toEqual([])
  await publish('Sing-box on a router')
  for (const q of ['sing-box', 'singbox', 'sing box', 'box', 'SING‑BOX']) expect(await titlesOf(q), q).toContain('Sing-box on a router')
  await publish('An e-mail')
  expect(await titlesOf('email')).toContain('An e-mail')
  await publishArticle(editor, { en: { title: 'Zeppelin guide' }, zh: { title: '飞艇 zeppelin 指南' } })
  expect(await titlesOf('zeppelin')).toEqual(['Zeppelin guide'])
  const [chinese] = (await search('zeppelin', null, { lang: 'zh-CN' })).groups[0]!.items
  expect([chinese!.title.text, chinese!.language]).toEqual(['飞艇 zeppelin 指南', 'zh-CN'])
  expect((await search('飞艇')).groups[0]!.items[0]!.language).toBe('zh-CN')
})

test.each([
  ['two characters', '续费'],
  ['a longer stretch', '自动续费'],
  ['one character', '动'],
  ['the last character', '骤'],
  ['a question', '怎么开启自动续费？'],
  ['its words in another order', '步骤 续费'],
  ['Chinese beside Latin', 'Stripe续费'],
])('Chinese: %s finds an article', async (_, q) => {
  if ((await titlesOf('自动续费的设置步骤')).length === 0) {
    await publishArticle(editor, { zh: { title: '自动续费的设置步骤', body: '<p>用 Stripe 支付。</p>' } })
    await publishArticle(editor, { zh: { title: '费续' } })
  }
  expect(await titlesOf(q)).toEqual(['自动续费的设置步骤'])
})

test('titles and excerpts are plain text with the words marked', async () => {
  const body = `<p>${'Something else. '.repeat(30)}</p><h2>A &lt;b&gt;kumquat&lt;/b&gt; &amp; more</h2><p>${'And so on. '.repeat(30)}</p>`
  await publish('<i>Kumquats</i>', body)
  const [item] = await itemsOf('article', 'kumquat')
  expect(item!.title).toEqual({ text: '<i>Kumquats</i>', marks: [{ from: 3, to: 11 }] })
  expect(item!.excerpt.text).toMatch(/^….*A <b>kumquat<\/b> & more.*…$/)
  expect(item!.excerpt.text.length).toBeLessThan(170)
  expect(markedIn(item!.excerpt)).toEqual(['kumquat'])
  expect(item!.path).toBe(`/help/${item!.id}`)
  const [slip] = await itemsOf('article', 'kumqaut')
  expect(markedIn(slip!.title)).toEqual([])
  expect(markedIn(slip!.excerpt)).toEqual(['kumquat'])
})

test('an excerpt is made of sentences; a heading stands in it if it names what was asked for', async () => {
  const table = '<table><tbody><tr><td><p>One</p></td><td><p>Two</p></td></tr></tbody></table>'
  await publish('Blocks', `<p>A plan\nends<br>soon.</p><h2>Rutabaga</h2><ul><li><p>Open <b>Buy</b></p></li></ul>${table}`)
  const [item] = await itemsOf('article', 'rutabaga')
  expect(item!.excerpt.text).toBe('A plan ends soon. Rutabaga: Open Buy')
  await publish('Far', `<p>${'Something else '.repeat(20)}</p><h2>Sorrel</h2><p>${'and so on '.repeat(40)}</p>`)
  await publish('Between', '<p>Celeriac is a root.</p><h2>Peel it</h2><p>Then cook it.</p><h2>煮</h2><p>然后煮熟。</p><p>再吃。</p>')
  const [between] = await itemsOf('article', 'celeriac')
  expect(between!.excerpt.text).toBe('Celeriac is a root. Then cook it. 然后煮熟。再吃。')
  const [far] = await itemsOf('article', 'sorrel')
  expect(far!.excerpt.text).toMatch(/^…[^·]+ · Sorrel: and so on/)
})

test('what is taken back, put away or replaced is not found any more', async () => {
  const one = await publish('Quokka')
  expect(await titlesOf('quokka')).toEqual(['Quokka'])
  const content = { ...one.content, texts: { ...one.content.texts, en: { title: 'Wombat', summary: '', body: '<p>x</p>' } } }
  await editor.call('POST', `/admin/articles/${one.id}/versions`, { base_version: 1, content })
  expect(await titlesOf('wombat')).toEqual([])
  await editor.call('POST', `/admin/articles/${one.id}/publish`, { version: 2, expected_live: 1, at: null })
  expect([await titlesOf('quokka'), await titlesOf('wombat')]).toEqual([[], ['Wombat']])
  await editor.call('POST', `/admin/articles/${one.id}/unpublish`, { archive: true })
  expect(await titlesOf('wombat')).toEqual([])
  await writeArticle(editor, { en: { title: 'Wombat draft' } })
  expect(await titlesOf('wombat')).toEqual([])
})

test('many texts with the same new words are published at once, and all are found', async () => {
  const words = Array.from({ length: 200 }, (_, i) => `herd${i}`)
  const one = (i: number) => publish(`Bison ${i}`, `<p>${(i % 2 ? words : words.toReversed()).join(' ')}</p>`)
  await atOnce((i) => one(i))
  const page_size = RACES - 3
  const first = (await search('herd7 bison', null, { page_size })).groups[0]!
  const second = (await search('herd7 bison', null, { page_size, after: first.next })).groups[0]!
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(RACES)
  expect([first.items.length, second.items.length, second.next]).toEqual([page_size, 3, null])
  expect((await search('herd7 bison', null, { page_size, after: '0-36' })).groups).toEqual([])
})

test('texts from before the search are cut once, however many processes do it', async () => {
  const { id } = await publish('Axolotl')
  const tag = (await editor.call('POST', '/admin/article-tags', { name_en: 'Newts', name_zh: '' })).body
  await editor.call('PATCH', `/admin/articles/${id}`, { tag_ids: [tag.id] })
  await t.database.db.execute(sql`update article_texts set words = null, heads = '{}', open_text = '' where article_id = ${id}`)
  expect(await titlesOf('axolotl')).toEqual([])
  await atOnce(() => cutOldTexts(t.database))
  expect([await titlesOf('axolotl'), await titlesOf('newts')]).toEqual([['Axolotl'], ['Axolotl']])
})

test('visitors and members find plans on sale, and the pages that are for them', async () => {
  const translations = { en: { name: 'Hummingbird' } }
  await t.plan({ name: '蜂鸟套餐', translations, content: 'Fast\nSmall' })
  await t.plan({ name: 'Hummingbird hidden', show: false })
  await t.plan({ name: 'Hummingbird gone', sell: false })
  const member = await t.member()
  for (const [who, path] of [
    [null, '/price'],
    [member, '/user/plans'],
  ] as const) {
    for (const q of ['hummingbird', 'humming', '蜂鸟']) {
      const plans = await itemsOf('plan', q, who)
      expect(plans.map(({ title, excerpt, path: at }) => [title.text, excerpt.text, at])).toEqual([['Hummingbird', 'Fast · Small', path]])
    }
  }
  const pages = async (q: string, who: Who): Promise<string[]> => (await itemsOf('page', q, who)).map(({ path }) => path)
  expect((await pages('发票', member))[0]).toBe('/user/orders')
  expect(await pages('发票', null)).toEqual([])
  expect((await pages('sign up', null))[0]).toBe('/register')
  expect(await pages('sign up', member)).not.toContain('/register')
  expect((await pages('pasword', null))[0]).toBe('/getPasswd')
})

test('an empty question, and one that nothing fits, get articles to begin with; a question that is too long is refused and says so', async () => {
  for (const q of ['', '   ', '？', 'qzxqzx', '龘靐']) {
    const { groups, suggestions } = await search(q)
    expect([q, groups]).toEqual([q, []])
    expect(suggestions.length).toBeGreaterThan(2)
    expect(suggestions[0]).toMatchObject({ path: expect.stringMatching(/^\/help\/\d+$/), title: { marks: [] } })
  }
  for (const q of ['word '.repeat(200), '字'.repeat(10_000), 'x'.repeat(101)]) {
    const { status, body } = await ask({ q })
    expect([status, body.errors?.q]).toEqual([422, ['Use at most 100 characters.']])
  }
  for (const q of ['a '.repeat(50), '字'.repeat(100), '%_\\', "'", '*renew =renew #c1', String.raw`\u0000`, '😀'.repeat(50)]) {
    expect([q, (await ask({ q })).status]).toEqual([q, 200])
  }
})

test('one network of visitors, and one member, may search 120 times in a minute', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const search = (who: Member) => who.call('POST', '/api/soso/fetch', { q: '' })
  for (let n = 0; n < 120; n++) await search(member)
  expect(await search(member)).toMatchObject({ status: 429, body: { code: 'limit.exceeded' } })
  expect((await search(other)).status).toBe(200)
})

// What people look for by the name of a thing: games, ways to reach somebody, places, and worries.
const [owner, member] = [await t.admin(), await t.member()]
const pathsOf = async (q: string, who: Member | null = null): Promise<string[]> => (await itemsOf('page', q, who)).map(({ path }) => path)

test('a listed game is found by all its names, its publisher and the places that suit it; a hidden one is not', async () => {
  expect(await pathsOf('games')).toEqual([])
  const translations = { 'zh-CN': { name: '艾尔登之环' } }
  const more = { translations, aliases: ['ER'], publisher: 'Fromsoft', recommended: 'Japan' }
  await owner.call('POST', '/admin/games', gameInput('Elden & Ring', more))
  await owner.call('POST', '/admin/games', gameInput('Elden hidden', { hidden: true }))
  for (const who of [null, member])
    for (const q of ['elden', 'Elden Ring', 'eldne', '艾尔登', 'er', 'fromsoft', 'japan']) {
      const items = await itemsOf('game', q, who)
      expect([q, items.map(({ title, path }) => [title.text, path])]).toEqual([q, [['Elden & Ring', '/sup_game?q=Elden+%26+Ring']]])
    }
  expect((await itemsOf('game', 'elden', null, { lang: 'zh-CN' }))[0]).toMatchObject({
    title: { text: '艾尔登之环' },
    excerpt: { text: 'Fromsoft · Japan' },
  })
  expect(await pathsOf('games')).toContain('/sup_game')
})

test('the service page is found by the ways to reach somebody that the operator entered, and only by those', async () => {
  const none = { en: { label: '' }, 'zh-CN': { label: '' } }
  for (const q of ['telegram', '微信', 'presales']) expect([q, await pathsOf(q)]).toEqual([q, []])
  const channels = [
    { kind: 'telegram', value: 'portico_help', label: 'Presales', translations: none },
    { kind: 'wechat', value: 'portico-kf', label: '', translations: none },
  ]
  expect((await owner.call('PATCH', '/admin/settings', { 'service.channels': channels })).status).toBe(200)
  for (const who of [null, member])
    for (const q of ['Telegram', '微信', 'wechat', 'presales', 'portico-kf']) expect([q, await pathsOf(q, who)]).toEqual([q, ['/service']])
})

test('a place in the service status is found by its name in each language, a place that is not there is not', async () => {
  const node = await t.node({ name: 'Hong Kong 01', translations: { 'zh-CN': { name: '香港 01' } } })
  await t.node({ name: 'Atlantis 01' })
  expect(await pathsOf('hong kong')).toEqual([])
  await node.pull('user')
  await expect.poll(() => pathsOf('hong kong')).toEqual(['/service'])
  for (const q of ['Hong Kong', '香港']) {
    expect([q, await pathsOf(q)]).toEqual([q, ['/service']])
    expect([q, await pathsOf(q, member)]).toEqual([q, ['/service', '/user/nodes']])
  }
  expect(await pathsOf('atlantis', member)).toEqual([])
})

test.each(['slow', '慢', '速度', 'refund', '退款', 'cancel', '取消', 'contact', '联系', '断线'])(
  '%s leads visitors and members to a page',
  async (q) => {
    for (const who of [null, member]) expect(await pathsOf(q, who)).toContain('/service')
  },
)

test.each([
  ['invoice', '/user/orders'],
  ['refund', '/user/orders'],
  ['取消', '/user/orders'],
  ['cancel', '/user/center'],
  ['慢', '/user/nodes'],
  ['grammar', '/grammaly'],
])('%s leads a member to %s', async (q, path) => {
  expect(await pathsOf(q, member)).toContain(path)
})
