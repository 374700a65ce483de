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

test('visitors see what the operator filled in for the footer, and nothing else', async () => {
  const empty = { official_account: '', articles_url: '', directory_url: '', filing: '', licence: '', has_help: false, terms: [] }
  expect((await t.call('GET', '/api/comm/footer')).body).toEqual(empty)
  await save({ 'footer.official_account': 'Portico', 'footer.articles_url': 'https://blog.example.com/all', 'footer.filing': 'ICP 1' })
  const filled = { ...empty, official_account: 'Portico', articles_url: 'https://blog.example.com/all', filing: 'ICP 1' }
  expect((await t.call('GET', '/api/comm/footer')).body).toEqual(filled)
})

test('a link in the footer is an address on the web', async () => {
  for (const address of ['javascript:alert(1)', 'blog.example.com', 'https://a b', 'https://'])
    expect([address, (await save({ 'footer.directory_url': address })).status]).toEqual([address, 422])
})
