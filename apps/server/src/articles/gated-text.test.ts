import { isConsole } from '@portico/contract/access'
import { expect, test } from 'vitest'
import { type Answer, forFile, startApp } from '../../test/harness.ts'
import { publishArticle, writeArticle } from '../../test/publish-article.ts'
import { everyone, openReaders, type Who } from '../../test/readers.ts'
import { boundEndpoints } from '../http/router.ts'

// A text that somebody may not read must appear nowhere they can look.

/** Each secret is one word, and stands in one place. */
const secrets = {
  members: { allowed: ['member', 'expired', 'other plan', 'subscriber'] },
  subscribers: { allowed: ['other plan', 'subscriber'] },
  plans: { allowed: ['subscriber'] },
  groups: { allowed: ['subscriber'] },
} satisfies Record<string, { allowed: Who[] }>
type Kind = keyof typeof secrets
const kinds = Object.keys(secrets) as Kind[]

const opened: number[] = []

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])
const { plan, callers } = await openReaders(t)
const idsOf = { members: [], subscribers: [], plans: [plan.id], groups: [plan.groupId] }
// Hidden whole articles, hidden blocks of open ones, and texts that are not published.
for (const kind of kinds) {
  const words = { title: `whole-${kind}`, summary: `whole-${kind}`, body: `<h2>whole-${kind}</h2>` }
  opened.push((await publishArticle(editor, { audience: kind, audience_ids: idsOf[kind], en: words, zh: words })).id)
}
const block = (kind: Kind): string =>
  `<section data-audience="${kind}" data-ids="${idsOf[kind].join(',')}"><h2>block-${kind}</h2><table><tr><td>block-${kind}</td></tr></table></section>`
const body = `<p>Open</p>${kinds.map(block).join('')}<section data-audience="plans">block-nobody</section><section>block-nobody`
opened.push((await publishArticle(editor, { en: { title: 'Blocks', body }, zh: { title: '段落', body } })).id)
// Nested, and an end that is missing.
const nested = `<section data-audience="members"><p>Hi</p><section data-audience="plans" data-ids="${idsOf.plans.join(',')}"><p>block-plans`
opened.push((await publishArticle(editor, { en: { title: 'Nested', body: nested } })).id)
const hidden = { en: { title: 'unpublished', summary: 'unpublished', body: '<p>unpublished</p>' } }
opened.push((await writeArticle(editor, hidden)).id)
const live = await publishArticle(editor, { en: { title: 'Live' } })
const draft = await editor.call('PUT', `/admin/articles/${live.id}/draft`, {
  base_version: 1,
  serial: 1,
  content: { texts: { ...hidden, 'zh-CN': null }, audience: 'public', audience_ids: [] },
})
if (draft.status !== 200) throw new Error(JSON.stringify(draft.body))
opened.push(live.id)

const ask = (who: Who, method: string, path: string, payload: Record<string, unknown>): Promise<Answer> =>
  who === 'visitor' ? t.call(method, path, payload) : callers[who].call(method, path, payload)

/** The words of the texts that this reader must not see. */
const forbidden = (who: Who): string[] => [
  ...kinds.flatMap((kind) => ((secrets[kind].allowed as Who[]).includes(who) ? [] : [`whole-${kind}`, `block-${kind}`])),
  'block-nobody',
  'unpublished',
]

test.each(everyone)('no call shows a %s what is not for them', async (who) => {
  const seen: string[] = []
  const look = async (method: string, path: string, payload: Record<string, unknown>): Promise<void> => {
    const { body } = await ask(who, method, path, payload)
    const text = JSON.stringify(body)
    for (const word of forbidden(who)) if (text.includes(word)) seen.push(`${method} ${path} ${JSON.stringify(payload)}: ${word}`)
  }
  const words = [...kinds.flatMap((kind) => [`whole-${kind}`, `block-${kind}`]), 'unpublished']
  const reading = boundEndpoints.filter(({ method, access }) => method === 'GET' && !isConsole(access))
  for (const { method, path } of reading) {
    if (/logout|resetSecurity|invite\/save|unbind/.test(path)) continue
    // Calls that take no id answer the same whatever id is sent.
    const ids = /knowledge|help|:/.test(path) ? opened : opened.slice(0, 1)
    for (const lang of ['en', 'zh-CN']) {
      for (const id of ids) await look(method, path.replace(/:\w+/g, String(id)), { id: String(id), lang })
    }
  }
  for (const path of ['/muser/knowledge/fetchList', '/api/help']) {
    for (const search of words) {
      await look('GET', path, { search })
      // Nor do search results reveal that a hidden part holds a word.
      const { items = [] } = (await ask(who, 'GET', path, { search })).body
      if (search.startsWith('block-')) expect([path, search, items]).toEqual([path, search, []])
    }
    await look('GET', path, { page_size: 100 })
  }
  for (const id of opened) await look('POST', '/muser/knowledge/rate', { id, helpful: true })
  for (const type of ['tos', ...words]) await look('POST', '/api/comm/tosFecth', { type })
  expect(seen).toEqual([])
})

test.each(everyone.filter((who) => who !== 'visitor'))('a %s reads all that is for them', async (who) => {
  const listed = (await callers[who].call('GET', '/muser/knowledge/fetchList', { page_size: '100' })).body.items
  const titles: string[] = listed.map(({ title }: { title: string }) => title)
  const allowed = kinds.filter((kind) => (secrets[kind].allowed as Who[]).includes(who))
  expect(titles.filter((title) => title.startsWith('whole'))).toEqual(allowed.map((kind) => `whole-${kind}`))
  for (const kind of allowed) {
    const whole = listed.find(({ title }: { title: string }) => title === `whole-${kind}`)
    expect((await callers[who].call('GET', '/muser/knowledge/fetch', { id: whole.id })).body.body).toContain(`whole-${kind}`)
  }
  const { id } = listed.find(({ title }: { title: string }) => title === 'Blocks')
  const { body } = (await callers[who].call('GET', '/muser/knowledge/fetch', { id })).body
  for (const kind of kinds) expect([kind, body.includes(`block-${kind}`)]).toEqual([kind, allowed.includes(kind)])
  const found = (await callers[who].call('GET', '/muser/knowledge/fetchList', { search: 'whole-' })).body.items
  expect(found).toHaveLength(allowed.length)
})

test.each([
  ['visitor', ['This part is for members.', '/login'], ['members', 'subscribers'], '/price'],
  ['member', ['members with a plan.', '/user/plans'], ['subscribers'], '/user/plans'],
  ['other plan', ['members with a plan.', '/user/plans'], [], '/user/plans'],
] as const)('a hidden block tells a %s what would open it', async (who, [note, way], wide, plans) => {
  const section = (kind: Kind): string => `<section data-audience="${kind}" data-ids="${idsOf[kind].join(',')}"><p>x</p></section>`
  const { id } = await publishArticle(editor, { en: { title: 'Notes', body: kinds.map(section).join('') } })
  const { body } = (await ask(who, 'GET', who === 'visitor' ? '/api/help/read' : '/muser/knowledge/fetch', { id })).body
  const notes: string[] = body.match(/<aside data-kind="locked">.*?<\/aside>/g)
  expect(notes).toHaveLength(wide.length + 2)
  for (const one of notes.slice(0, wide.length)) {
    expect(one).toContain(note)
    expect(one).toContain(`href="${way}`)
  }
  for (const one of notes.slice(wide.length)) {
    expect(one).toContain('members with certain plans.')
    expect(one).toContain(`href="${plans}"`)
  }
})

test('a banned member reads nothing: their calls are refused', async () => {
  const banned = await t.member()
  expect((await t.change(await t.admin(), banned.id, { banned: true })).status).toBe(200)
  for (const path of ['/muser/knowledge/fetchList', '/muser/knowledge/fetch']) {
    expect((await banned.call('GET', path, { id: opened[0] })).status).toBe(403)
  }
})

test('an editor cannot put a member’s link into an address of another site, nor into a link to one', async () => {
  const fill = '<span data-fill="subscription_link"></span>'
  const body = [
    `<a href="https://other.example/?u=${fill.replaceAll('"', "'")}">Open</a>`,
    `<a href="https://other.example/?u={{subscription_link}}">Open</a>`,
    `<a href="https://other.example/">Open ${fill}<em><span data-fill="subscription_qr"></span></em></a>`,
    `<img src="https://other.example/{{subscription_link}}.gif"><span data-fill="subscription_link" style="background:url(//other.example)"></span>`,
  ].join('</p><p>')
  const { id } = await publishArticle(editor, { en: { body: `<p>${body}</p>` } })
  const shown = (await ask('subscriber', 'GET', '/muser/knowledge/fetch', { id })).body.body
  const { token } = await t.subscription(callers.subscriber.id)
  expect(shown.split(token), 'once, as a text of its own').toHaveLength(2)
  expect(shown).toContain(`<span data-link>${t.base}/s/${token}</span>`)
})

test('a link, its code and an address are only their owner’s, and only with a running plan', async () => {
  const body = ['email', 'subscription_link', 'subscription_qr'].map((fill) => `<p><span data-fill="${fill}"></span></p>`).join('')
  const { id } = await publishArticle(editor, { en: { body } })
  const read = async (who: Who): Promise<string> =>
    (await ask(who, 'GET', who === 'visitor' ? '/api/help/read' : '/muser/knowledge/fetch', { id })).body.body
  const own = await read('subscriber')
  const { token } = await t.subscription(callers.subscriber.id)
  expect(own).toContain(`<span data-qr="${t.base}/s/${token}"></span>`)
  expect(own).toContain(callers.subscriber.email)
  for (const who of ['visitor', 'member', 'expired'] as const) {
    const shown = await read(who)
    expect(shown, who).not.toMatch(/\/s\/|data-qr/)
    expect(shown, who).toContain('your subscription link')
  }
})
