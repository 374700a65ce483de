import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())

test('switching automatic renewal leaves an audit row; a click that changes nothing does not', async () => {
  const member = await t.member()
  const renew = (on: boolean) => member.call('POST', '/muser/update', { auto_renewal: on })
  for (const on of [true, true, false]) expect((await renew(on)).body).toMatchObject({ auto_renew: on })
  const by = { actorKind: 'member', actorId: member.id, action: 'member.set_auto_renew' }
  expect(await audited(t, 'member', member.id)).toMatchObject([
    { ...by, before: { autoRenew: false }, after: { autoRenew: true } },
    { ...by, before: { autoRenew: true }, after: { autoRenew: false } },
  ])
})

test('switching automatic renewal on again clears a problem with its pause; a pause alone stays', async () => {
  const member = await t.member()
  const renewAfter = new Date('2040-01-01T00:00:00.000Z')
  const { id: groupId } = await t.group()
  const pause = (renewProblem: 'balance.insufficient' | null) =>
    t.subscribe(member.id, groupId, { autoRenew: true, renewAfter, renewProblem })
  await pause('balance.insufficient')
  await member.call('POST', '/muser/update', { auto_renewal: true })
  expect(await t.subscription(member.id)).toMatchObject({ autoRenew: true, renewAfter: null, renewProblem: null })
  expect(await audited(t, 'member', member.id)).toMatchObject([
    {
      before: { renewAfter: renewAfter.toISOString(), renewProblem: 'balance.insufficient' },
      after: { renewAfter: null, renewProblem: null },
    },
  ])
  await pause(null)
  await member.call('POST', '/muser/update', { auto_renewal: true })
  expect(await t.subscription(member.id)).toMatchObject({ renewAfter, renewProblem: null })
})

test('the import links are those of the link in force, under the title of the site', async () => {
  const [member, other, admin] = [await t.member(), await t.member(), await t.admin()]
  const mihomo = async (who: Member) => {
    const { apps, formats } = (await who.call('GET', '/muser/importLinks')).body
    const { address, import_link } = apps.find((app: { name: string }) => app.name === 'Clash Verge / mihomo')
    return { address, title: new URL(import_link).searchParams.get('name'), flagged: formats[0].address }
  }
  const linkOf = async (who: Member) => (await who.call('GET', '/muser/getSubscribe')).body.subscribe_url
  const first = await linkOf(member)
  expect(await mihomo(member)).toEqual({ address: first, title: 'Portico', flagged: `${first}?flag=mihomo` })
  await member.call('GET', '/muser/resetSecurity')
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'Renamed' })
  const second = await linkOf(member)
  expect(second).not.toBe(first)
  expect(await mihomo(member)).toEqual({ address: second, title: 'Renamed', flagged: `${second}?flag=mihomo` })
  expect((await mihomo(other)).address).toBe(await linkOf(other))
})

test('a new link is in the audit log with the caller, and the row shows no link', async () => {
  const [member, support] = [await t.member(), await t.staff('support')]
  const first = await t.subscription(member.id)
  expect((await member.call('GET', '/muser/resetSecurity')).status).toBe(200)
  const second = await t.subscription(member.id)
  const { subscribe_url } = (await support.call('POST', `/admin/users/${member.id}/secret`, { reason: 'leaked' })).body
  const third = await t.subscription(member.id)
  expect(subscribe_url).toContain(third.token)
  const sides = { before: { token: '***', uuid: '***' }, after: { token: '*** (new)', uuid: '*** (new)' } }
  const rows = await audited(t, 'member', member.id)
  expect(rows).toMatchObject([
    { actorKind: 'member', actorId: member.id, action: 'member.reset_secret', ...sides },
    { actorKind: 'staff', actorId: support.id, action: 'member.reset_secret', ...sides },
  ])
  for (const { token, uuid } of [first, second, third]) {
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(uuid)
  }
})

test('of many resets at once each replaces the one before, and the last link works', async () => {
  const member = await t.member()
  const answers = await atOnce(() => member.call('GET', '/muser/resetSecurity'))
  expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
  const links = answers.map(({ body }) => String(body.subscribe_url))
  expect(new Set(links).size).toBe(RACES)
  const works = await Promise.all(links.map(async (link) => (await fetch(link)).status === 200))
  expect(works.filter(Boolean)).toHaveLength(1)
  expect(await audited(t, 'member', member.id)).toHaveLength(RACES)
})
