import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { initialsOf } from './avatar.ts'

const t = await forFile(startApp())

test('a member chooses name, language and country; absent fields stay and null clears', async () => {
  const member = await t.member()
  const who = async () => (await member.call('POST', '/muser/info', {})).body.userInfo
  expect(await who()).toMatchObject({ name: member.email.split('@')[0], own_name: null, language: null, country: null, has_password: true })
  const saved = await member.call('POST', '/muser/update', { name: '  Ada Lovelace ', language: 'zh-CN', country: 'GB' })
  expect([saved.status, saved.body.state]).toEqual([200, 'none'])
  expect(await who()).toMatchObject({ name: 'Ada Lovelace', own_name: 'Ada Lovelace', language: 'zh-CN', country: 'GB' })
  await member.call('POST', '/muser/update', { name: null })
  expect(await who()).toMatchObject({ own_name: null, language: 'zh-CN', country: 'GB' })
})

test.each([
  ['name', ''],
  ['name', 'a\nb'],
  ['name', 'a\u202eb'],
  ['name', 'x'.repeat(41)],
  ['language', 'fr'],
  ['country', 'XQ'],
  ['country', 'Germany'],
])('%s %j is refused', async (field, value) => {
  const member = await t.member()
  const { status, body } = await member.call('POST', '/muser/update', { [field]: value })
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
})

test('the avatar is a picture of initials that names nothing from outside', async () => {
  const member = await t.member()
  await member.call('POST', '/muser/update', { name: '<img src=x> "Lovelace' })
  const { avatar } = (await member.call('POST', '/muser/info', {})).body.userInfo
  expect(avatar).toMatch(/^data:image\/svg\+xml;base64,/)
  const svg = Buffer.from(avatar.split(',')[1], 'base64').toString()
  expect(svg).toMatch(/^<svg [^<]*><path [^<]*\/><text [^<]*>[^<]{1,12}<\/text><\/svg>$/)
})

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['first.last', 'FL'],
  ['王小明', '王'],
  ['王 小明', '王'],
  ['👩‍💻 coder', '👩‍💻C'],
  ['...', '#'],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

test('sessions show the country of their address where it is known', async () => {
  const member = await t.member()
  const [session] = (await member.call('GET', '/muser/sessions')).body.items
  expect(session).toMatchObject({ ip: '127.0.0.1', country: null, current: true })
})
