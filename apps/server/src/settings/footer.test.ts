import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, startApp, type TestApp } from '../../test/harness.ts'

let t: TestApp
let owner: Member
beforeAll(async () => {
  t = await startApp()
  owner = await t.admin()
})
afterAll(() => t.stop())

const save = (change: Record<string, unknown>) => owner.call('PATCH', '/admin/settings', change)
const terms = (language: string) => t.call('POST', '/api/comm/tosFecth', { type: 'tos' }, { cookie: `language=${language}` })

test('visitors see what the operator filled in for the footer, and nothing else', async () => {
  const empty = { official_account: '', articles_url: '', directory_url: '', filing: '', licence: '', has_terms: false }
  expect((await t.call('GET', '/api/comm/footer')).body).toEqual(empty)
  await save({ 'footer.official_account': 'Portico', 'footer.articles_url': 'https://blog.example.com/all', 'footer.filing': 'ICP 1' })
  const filled = { ...empty, official_account: 'Portico', articles_url: 'https://blog.example.com/all', filing: 'ICP 1' }
  expect((await t.call('GET', '/api/comm/footer')).body).toEqual(filled)
})

test('a link in the footer is an address on the web', async () => {
  for (const address of ['javascript:alert(1)', 'blog.example.com', 'https://a b', 'https://'])
    expect([address, (await save({ 'footer.directory_url': address })).status]).toEqual([address, 422])
})

test('the terms are in the visitor’s language, else in the one there is, else not found', async () => {
  expect((await terms('en')).status).toBe(404)
  await save({ 'footer.terms_zh': '请遵守法律。' })
  expect((await t.call('GET', '/api/comm/footer')).body).toMatchObject({ has_terms: true })
  expect((await terms('en')).body).toEqual({ title: 'Terms of service', body: '请遵守法律。' })
  await save({ 'footer.terms_en': 'Follow the law.' })
  expect((await terms('en')).body).toEqual({ title: 'Terms of service', body: 'Follow the law.' })
  expect((await terms('zh-CN')).body).toEqual({ title: '服务条款', body: '请遵守法律。' })
})
