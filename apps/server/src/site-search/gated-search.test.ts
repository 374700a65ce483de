import { expect, test } from 'vitest'
import { type Answer, forFile, startApp } from '../../test/harness.ts'
import { contentOf, publishArticle, writeArticle } from '../../test/publish-article.ts'
import { everyone, openReaders, type Who } from '../../test/readers.ts'
import { notices } from '../notices/notices.table.ts'

// Nobody finds what they may not read, and no answer tells that it is there.

const allowed: Record<string, Who[]> = {
  members: ['member', 'expired', 'other plan', 'subscriber'],
  subscribers: ['other plan', 'subscriber'],
  plans: ['subscriber'],
  groups: ['subscriber'],
}
/** Each is in one place only. */
const words: { word: string; by: Who[] }[] = []

/** A word like no other: another letter would make none of them another. */
function secret(by: Who[]): string {
  const n = words.length
  const word = `qz${'bcdfghjklmnp'[n % 12]?.repeat(3)}${'rstvwx'[Math.floor(n / 12)]?.repeat(3)}ound`
  words.push({ word, by })
  return word
}

async function done(call: Promise<Answer>): Promise<void> {
  const { status, body } = await call
  if (status !== 200) throw new Error(JSON.stringify(body))
}

const t = await forFile(startApp())
const editor = await t.staff(['content.write'])
const { plan, callers } = await openReaders(t)
await publishArticle(editor, { en: { title: 'Open', summary: secret(everyone), body: `<p>${secret(everyone)}</p>` } })
for (const audience of ['members', 'subscribers', 'plans', 'groups'] as const) {
  const ids = { members: [], subscribers: [], plans: [plan.id], groups: [plan.groupId] }[audience]
  const text = () => ({
    title: secret(allowed[audience] ?? []),
    summary: secret(allowed[audience] ?? []),
    body: `<p>${secret(allowed[audience] ?? [])}</p>`,
  })
  await publishArticle(editor, { audience, audience_ids: ids, en: text(), zh: text() })
  const block = `<p>Open</p><section data-audience="${audience}" data-ids="${ids.join(',')}"><h2>${secret([])}</h2><table><tr><td>${secret([])}</td></tr></table></section>`
  await publishArticle(editor, { en: { title: 'With a block', body: block } })
}
const unread = () => ({ title: secret([]), summary: secret([]), body: `<p>${secret([])}</p>` })
await writeArticle(editor, { en: unread() })
const planned = await writeArticle(editor, { en: unread() })
const at = new Date(t.app.now().getTime() + 3_600_000).toISOString()
await done(editor.call('POST', `/admin/articles/${planned.id}/publish`, { version: 1, expected_live: null, at }))
for (const archive of [true, false]) {
  const { id } = await publishArticle(editor, { en: unread() })
  await done(editor.call('POST', `/admin/articles/${id}/unpublish`, { archive }))
}
await publishArticle(editor, { kind: 'terms', type: 'tos', en: unread() })
const live = await publishArticle(editor, { en: { title: 'Live' } })
await done(
  editor.call('PUT', `/admin/articles/${live.id}/draft`, {
    base_version: 1,
    serial: 1,
    content: contentOf({ en: unread() }),
  }),
)
const now = t.app.now()
const about = { placement: 'message', publishedAt: now, startsAt: now, createdAt: now, updatedAt: now } as const
await t.database.db.insert(notices).values([
  { ...about, title: secret(allowed['members'] ?? []), body: `<p>${secret(allowed['members'] ?? [])}</p>` },
  { ...about, title: secret(allowed['plans'] ?? []), audience: 'plans', audienceIds: [plan.id] },
  { ...about, title: secret(['member']), audience: 'member', audienceIds: [callers.member.id] },
  { ...about, title: secret([]), publishedAt: null, startsAt: null },
])
await t.plan({ name: secret([]), show: false })

async function found(who: Who, q: string): Promise<string> {
  const payload = { q }
  const { status, body } =
    who === 'visitor' ? await t.call('POST', '/api/soso/fetch', payload) : await callers[who].call('POST', '/api/soso/fetch', payload)
  expect(status).toBe(200)
  await t.app.limits.siteSearches.clear(who === 'visitor' ? '127.0.0.1' : `account ${callers[who].id}`)
  return JSON.stringify(body)
}

test.each(everyone)('a %s finds every word they may read and gets, for any other, the answer for a word that is nowhere', async (who) => {
  const [nothing, besideOpen] = [await found(who, 'qzyyyyyyyyyy'), await found(who, 'open qzyyyyyyyyyy')]
  const faults: string[] = []
  for (const [n, { word, by }] of words.entries()) {
    const others = [word.slice(0, -2), `${word.slice(0, 4)}e${word.slice(5)}`, `${word} qzyyyyyyyyyy`, `open ${word}`]
    // The word itself, and one of the others: over the five readers, each word is asked for in every way.
    const i = (n + everyone.indexOf(who)) % others.length
    for (const [way, q] of [[0, word] as const, [i + 1, others[i]!] as const]) {
      const answer = await found(who, q)
      const shown = words.filter((one) => !one.by.includes(who) && answer.includes(one.word))
      if (shown.length > 0) faults.push(`${q} shows ${shown[0]?.word}`)
      if (by.includes(who) && way < 3 && !answer.includes(word)) faults.push(`${q} does not find ${word}`)
      if (!by.includes(who) && answer !== (way < 4 ? nothing : besideOpen)) faults.push(`${q} tells that ${word} is there`)
    }
  }
  expect(faults).toEqual([])
})
