import sharp from 'sharp'
import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { fileForm, gradient, hugePng, pdf } from '../../test/pictures.ts'
import { storedNames } from '../../test/stored-names.ts'

const t = await forFile(startApp())

const put = (member: Member, bytes: Buffer) => member.call('POST', '/muser/profile/avatar', fileForm(bytes))
const shown = async (member: Member): Promise<string> => (await member.call('POST', '/muser/info', {})).body.userInfo.avatar
const status = async (path: string): Promise<number> => (await fetch(t.base + path)).status
const stored = async (): Promise<number> => (await storedNames(t)).length

test('a member sees the middle square of the picture they uploaded, and the former one is gone; closing an account removes its picture', async () => {
  const member = await t.member()
  expect(await shown(member)).toMatch(/^data:image/)
  const { body } = await put(member, await gradient(900, 300).jpeg().toBuffer())
  expect(await shown(member)).toBe(body.avatar)
  const answer = await fetch(t.base + body.avatar)
  expect(answer.headers.get('cache-control')).toContain('private')
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  const before = await stored()
  const next = (await put(member, await gradient(20, 20).png().toBuffer())).body.avatar
  expect([await status(body.avatar), await status(next), await stored()]).toEqual([404, 200, before])
  expect((await member.call('DELETE', '/muser/profile/avatar')).status).toBe(200)
  expect((await member.call('DELETE', '/muser/profile/avatar')).status).toBe(200)
  expect([await status(next), await stored()]).toEqual([404, before - 1])
  expect(await shown(member)).toMatch(/^data:image/)
  const { avatar } = (await put(member, await gradient(30, 30).png().toBuffer())).body
  const closed = await t.close(member)
  expect([closed.status, closed.body.code]).toEqual([200, undefined])
  expect(await status(avatar)).toBe(404)
})

test('a file that is no picture, is damaged or is too large leaves the picture as it was', async () => {
  const member = await t.member()
  const { avatar } = (await put(member, await gradient(40, 40).png().toBuffer())).body
  const whole = await gradient(300, 300).png().toBuffer()
  for (const [bytes, code] of [
    [pdf, 'file.unknown_type'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file.unknown_type'],
    [whole.subarray(0, 500), 'file.damaged'],
    [hugePng(20_000, 20_000), 'file.too_many_pixels'],
    [Buffer.alloc(5 * 2 ** 20 + 1), 'file.too_large'],
    [Buffer.alloc(0), 'file.empty'],
  ] as const) {
    expect((await put(member, Buffer.from(bytes))).body.code).toBe(code)
  }
  expect(await shown(member)).toBe(avatar)
  expect(await status(avatar)).toBe(200)
})

test('of ten uploads at once one picture stays, with its bytes, and the eleventh has to wait', async () => {
  const member = await t.member()
  const before = await stored()
  const picture = await gradient(60, 60).png().toBuffer()
  const answers = await Promise.all(Array.from({ length: 10 }, () => put(member, picture)))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200))
  const kept = await shown(member)
  expect(answers.map(({ body }) => body.avatar)).toContain(kept)
  expect([await status(kept), await stored()]).toEqual([200, before + 1])
  expect(await put(member, picture)).toMatchObject({ status: 429, body: { code: 'limit.exceeded' } })
  t.travel(61 * 60_000)
  expect((await put(member, picture)).status).toBe(200)
})
