import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { parse } from 'yaml'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { templateVersions } from './templates.table.ts'
import { chooseTemplate, type LiveTemplate, shareOf } from './live-templates.ts'

const t = await forFile(startApp())
const admin = await t.admin()

const text = (name: string): string =>
  `proxy-groups:\n  - {name: ${name}, type: select, proxies: [HK, /*/]}\n  - {name: HK, type: select, proxies: [/hk/]}\nrules:\n  - MATCH,${name}\n`
async function save(format: string, body: string, note = ''): Promise<number> {
  const answer = await admin.call('POST', '/admin/templates', { format, text: body, note })
  expect(answer.status).toBe(200)
  return answer.body.version
}
const rollOut = (format: string, version: number, percent: number) =>
  admin.call('POST', '/admin/templates/rollout', { format, version, percent })
async function connected(name = 'HK 1'): Promise<{ member: Member; link: string }> {
  const [member, node] = [await t.member(), await t.node({ name })]
  await t.subscribe(member.id, node.groupId)
  return { member, link: (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url }
}
const fetched = async (link: string, userAgent: string): Promise<string> =>
  (await fetch(link, { headers: { 'user-agent': userAgent } })).text()
const mainGroup = async (link: string, userAgent = 'clash-verge/v2.4.2'): Promise<string> =>
  parse(await fetched(link, userAgent))['proxy-groups'][0].name

test('a template is saved as a draft, published, replaced and restored; each step shows in the next fetch', async () => {
  const { member, link } = await connected()
  expect(await mainGroup(link)).toBe('Portico')
  const first = await save('mihomo', text('First'), 'The first')
  expect(await mainGroup(link)).toBe('Portico')
  expect((await rollOut('mihomo', first, 100)).body.live).toEqual([expect.objectContaining({ version: first, rollout_percent: 100 })])
  const profile = parse(await fetched(link, 'clash-verge/v2.4.2'))
  const { uuid } = (await member.call('GET', '/muser/getSubscribe')).body
  expect(profile.proxies).toEqual([expect.objectContaining({ name: 'HK 1', password: uuid })])
  expect(profile['proxy-groups'][0]).toEqual({ name: 'First', type: 'select', proxies: ['HK', 'HK 1'] })

  const second = await save('mihomo', text('Second'))
  await rollOut('mihomo', second, 100)
  expect(await mainGroup(link)).toBe('Second')
  const listed = (await admin.call('GET', '/admin/templates', { format: 'mihomo' })).body
  expect(listed.items.map((one: { state: string; note: string; author: string }) => [one.state, one.note, one.author])).toEqual([
    ['active', '', admin.email],
    ['retired', 'The first', admin.email],
  ])
  await rollOut('mihomo', first, 100)
  expect(await mainGroup(link)).toBe('First')
  expect((await rollOut('mihomo', 0, 100)).body.live).toEqual([])
  expect(await mainGroup(link)).toBe('Portico')
  const stored = await admin.call('GET', '/admin/templates/text', { format: 'mihomo', version: second })
  expect(stored.body).toEqual({ version: second, text: text('Second') })
  const live = (version: number) => ({ live: [{ version, percent: 100 }] })
  const by = { actorKind: 'staff', actorId: admin.id }
  expect(await audited(t, 'template', `mihomo ${first}`)).toMatchObject([
    { ...by, action: 'template.save', before: null, after: { version: first, state: 'draft' }, reason: 'The first' },
    { ...by, action: 'template.roll_out', before: { live: [] }, after: live(first), reason: null },
    { ...by, action: 'template.roll_out', before: live(second), after: live(first) },
  ])
  expect(await audited(t, 'template', 'mihomo 0')).toMatchObject([{ ...by, before: live(first), after: { live: [] } }])
})

test('a staged share of members gets the next version; the rest keep the previous one, also when it is withdrawn', async () => {
  const all = [await connected(), await connected(), await connected(), await connected(), await connected(), await connected()]
  const ask = () => Promise.all(all.map(({ link }) => mainGroup(link, 'Stash/3.1.0')))
  const [former, next] = [await save('stash', text('Former')), await save('stash', text('Next'))]
  await rollOut('stash', former, 100)
  for (const percent of [1, 30, 60, 99]) {
    await rollOut('stash', next, percent)
    expect(await ask()).toEqual(all.map(({ member }) => (shareOf(member.id) < percent ? 'Next' : 'Former')))
  }
  expect((await rollOut('stash', former, 50)).body.code).toBe('template.for_all')
  await rollOut('stash', next, 0)
  expect(new Set(await ask())).toEqual(new Set(['Former']))
  await rollOut('stash', next, 100)
  expect(new Set(await ask())).toEqual(new Set(['Next']))
  await rollOut('stash', next, 100)
  const live = (percent: number) => [{ version: former, percent: 100 }, ...(percent > 0 ? [{ version: next, percent }] : [])]
  const sides = [0, 1, 30, 60, 99, 0].map((percent) => ({ live: live(percent) }))
  const rows = (await audited(t, 'template', `stash ${next}`)).slice(1)
  expect(rows.map(({ before }) => before)).toEqual(sides)
  expect(rows.map(({ after }) => after)).toEqual([...sides.slice(1), { live: [{ version: next, percent: 100 }] }])
})

test('a member in a staged share stays in every larger share, and a share has its percentage of members', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => index + 1)
  const at = (below: number) => new Set(ids.filter((id) => chooseTemplate([{ key: 'v2', below } as LiveTemplate], id)))
  let before = at(0)
  for (const percent of [1, 5, 20, 50, 80, 100]) {
    const now = at(percent)
    expect([...before].every((id) => now.has(id))).toBe(true)
    expect(Math.abs(now.size - percent * 100)).toBeLessThanOrEqual(100)
    before = now
  }
  expect(ids.every((id) => shareOf(id) >= 0 && shareOf(id) < 100)).toBe(true)
})

test('a text with faults is not saved, and the faults come with their lines; many simultaneous saves make as many versions; their simultaneous publications leave one live', async () => {
  const bad = 'proxy-groups:\n  - {name: A, type: select, proxies: [B]}\n'
  const refused = await admin.call('POST', '/admin/templates', { format: 'clash', text: bad, note: '' })
  const faults = [{ line: 2, code: 'unknown_group', detail: 'B' }]
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([422, 'template.invalid', { faults }])
  expect((await admin.call('POST', '/admin/templates/check', { format: 'clash', text: bad })).body).toEqual({ faults })
  expect((await admin.call('GET', '/admin/templates', { format: 'clash' })).body.total).toBe(0)
  const versions = await atOnce((index) => save('clash', text(`G${index}`)))
  expect(versions.toSorted((a, b) => a - b)).toEqual(versions.map((_, index) => index + 1))
  const answers = await Promise.all(versions.map((version) => rollOut('clash', version, 100)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(RACES).fill(200))
  const { items } = (await admin.call('GET', '/admin/templates', { format: 'clash' })).body
  expect(items.filter((one: { state: string }) => one.state === 'active')).toHaveLength(1)
})

test('after the site is renamed like a group of the template, every link still answers', async () => {
  const { link } = await connected()
  const surge =
    '[Proxy]\n{{proxies}}\n\n[Proxy Group]\n{{site_title}} = select, /*/\nx{{site_title}} = select, /*/\nxy = select\n\n[Rule]\nFINAL,xy\n'
  await rollOut('surge', await save('surge', surge), 100)
  expect(await fetched(link, 'Surge iOS/3000')).toContain('xPortico = select, HK 1\nxy = select, HK 1')
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'y' })
  // "xy" twice: the built-in layout stands in.
  expect(await fetched(link, 'Surge iOS/3000')).toContain('y = select, Auto, Failover, 🇭🇰 Hong Kong, HK 1, DIRECT')
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'Portico' })
})

test('a template stored before the rule that puts a member’s link into another address is left out', async () => {
  const { link } = await connected()
  const version = await save('mihomo', text('Kept'))
  const leak = `${text('Leak')}rule-providers: {x: {type: http, behavior: domain, url: "https://other.example/?u={{subscribe_url}}"}}\n`
  await t.database.db.update(templateVersions).set({ text: leak }).where(eq(templateVersions.version, version))
  await rollOut('mihomo', version, 100)
  const profile = await fetched(link, 'clash-verge/v2.4.2')
  expect(profile).not.toContain('other.example')
  expect(parse(profile)['proxy-groups'][0].name).toBe('Portico')
  const refused = await admin.call('POST', '/admin/templates', { format: 'mihomo', text: leak, note: '' })
  expect(refused.status).toBe(422)
  await rollOut('mihomo', 0, 100)
})

test('a preview shows what the member’s client would get, and saves nothing', async () => {
  const { member, link } = await connected('JP 1')
  const given = { format: 'mihomo', account_id: member.id, client_version: null }
  const preview = (await admin.call('POST', '/admin/templates/preview', { ...given, text: text('Seen') })).body
  expect(preview).toMatchObject({ faults: [], output_faults: [], nodes: 1, left_out: 0, templated: true })
  expect(parse(preview.output)['proxy-groups']).toEqual([{ name: 'Seen', type: 'select', proxies: ['JP 1'] }])
  const { uuid } = (await member.call('GET', '/muser/getSubscribe')).body
  const surge = `#!MANAGED-CONFIG {{subscribe_url}}\n[Proxy]\n{{proxies}}\n[Proxy Group]\nAll = select, /*/\n[Rule]\nFINAL,All\n`
  const lines = (await admin.call('POST', '/admin/templates/preview', { ...given, format: 'surge', text: surge })).body.output
  expect(lines).toContain('/s/example')
  for (const output of [preview.output, lines]) {
    expect(output, 'whoever writes templates need not connect as the member').not.toContain(uuid)
    expect(output).not.toContain(link.split('/').at(-1))
  }
  expect(await mainGroup(link)).toBe('Portico')
  const broken = (await admin.call('POST', '/admin/templates/preview', { ...given, text: 'a: [' })).body
  expect([broken.output, broken.faults[0].code]).toEqual([null, 'unparsable'])
  const old = { format: 'sing-box', account_id: member.id, client_version: '1.10.0', text: '{"outbounds":[]}' }
  expect((await admin.call('POST', '/admin/templates/preview', old)).body).toMatchObject({ templated: false, faults: [] })
  expect((await admin.call('POST', '/admin/templates/preview', { ...given, account_id: 999_999, text: text('A') })).status).toBe(404)
})

test('an unknown template is not found, and bad numbers are refused', async () => {
  expect((await rollOut('loon', 7, 100)).status).toBe(404)
  expect((await rollOut('loon', 1, 101)).status).toBe(422)
  expect((await rollOut('uri', 1, 100)).status).toBe(422)
  expect((await admin.call('GET', '/admin/templates/text', { format: 'loon', version: 7 })).status).toBe(404)
  for (const version of ['-1', '99999999999']) {
    const { status, body } = await admin.call('GET', '/admin/templates/text', { format: 'loon', version })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['version']])
  }
  expect((await admin.call('GET', '/admin/templates/text', { format: 'loon', version: 0 })).body.text).toBe('{{proxies}}')
})
