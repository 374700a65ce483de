import { expect, test } from 'vitest'
import { member } from './golden/variants.ts'
import { createTemplate, userKey, uuid } from './slots.ts'
import { atLeast } from './versions.ts'

const other = { ...member, uuid: '00000000-0000-4000-8000-000000000000' }

test('a compiled text is filled for each member, wherever and however often the slot appears; slots eleven and one are not confused; text that only resembles a slot stays text', () => {
  const template = createTemplate()
  const id = template.slot(uuid)
  const fill = template.compile(`${id}, a ${id} and ${id}`)
  expect(fill(member)).toBe(`${member.uuid}, a ${member.uuid} and ${member.uuid}`)
  expect(fill(other)).toBe(`${other.uuid}, a ${other.uuid} and ${other.uuid}`)
  const slots = Array.from({ length: 12 }, (_, index) => template.slot(() => `<${index}>`))
  expect(template.compile(slots.join('0'))(member)).toBe(slots.map((_, index) => `<${index}>`).join('0'))
  const slot = template.slot(uuid)
  const lookalike = slot.replace(/[0-9a-f]{32}/, 'f'.repeat(32))
  expect(template.compile(`${lookalike} $1 $& \\1 ${slot}`)(member)).toBe(`${lookalike} $1 $& \\1 ${member.uuid}`)
})

test('a slot survives JSON, percent-encoding and base64 of a compiled part', () => {
  const template = createTemplate()
  const json = JSON.stringify({ id: template.slot(uuid), name: 'it’s "quoted"' })
  const inner = template.slot(template.compileBase64(json))
  const link = template.compile(`x://${encodeURIComponent(inner)}#end`)(member)
  const inside = Buffer.from(link.slice('x://'.length, -'#end'.length), 'base64').toString('utf8')
  expect(JSON.parse(inside)).toEqual({ id: member.uuid, name: 'it’s "quoted"' })
})

test('a Shadowsocks 2022 user key is the base64 of the first 16 or 32 characters', () => {
  expect(Buffer.from(userKey(16)(member), 'base64').toString()).toBe('5f2d8a1c-3b4e-4c')
  expect(Buffer.from(userKey(32)(member), 'base64').toString()).toBe('5f2d8a1c-3b4e-4c6d-9a7f-0e1b2c3d')
})

test('versions compare as numbers, and an unknown version counts as current', () => {
  expect(atLeast('1.9.0', [1, 12])).toBe(false)
  expect(atLeast('1.12.0-beta.3', [1, 12])).toBe(true)
  expect(atLeast('v1.13', [1, 12, 5])).toBe(true)
  expect(atLeast('1.12.4', [1, 12, 5])).toBe(false)
  expect(atLeast('2', [1, 12])).toBe(true)
  expect(atLeast(null, [1, 12])).toBe(true)
})
