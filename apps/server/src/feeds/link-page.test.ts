import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const open = (link: string, userAgent = iphone, headers = {}) =>
  fetch(link, { headers: { accept: html, 'user-agent': userAgent, ...headers } })

async function subscriber(values = {}): Promise<{ member: Member; link: string; uuid: string }> {
  const [member, node] = [await t.member(), await t.node({ name: 'Secret Tokyo', host: 'hidden.example.net' })]
  await t.subscribe(member.id, node.groupId, { up: 2 ** 30, down: 2 ** 30, ...values })
  const { subscribe_url: link, uuid } = (await member.call('GET', '/muser/getSubscribe')).body
  return { member, link, uuid }
}

test('a browser gets a page with the plan, its usage, a QR code and buttons for its own device, and help', async () => {
  const { link } = await subscriber()
  const answer = await open(link)
  const page = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page).toContain('2 GB of 10 GB used')
  expect(page).toMatch(/<meter [^>]*value="20"/)
  expect(page).toContain('<svg')
  expect(page).toContain(`href="stash://install-config?url=${encodeURIComponent(link)}`)
  expect(page).toContain(`value="${link}"`)
  expect(page).toContain('/help"')
  const first = (text: string) => /<h2>Add to an app on ([^<]+)</.exec(text)?.[1]
  expect(first(page)).toBe('iPhone and iPad')
  expect(first(await (await open(link, windows)).text())).toBe('Windows')
})

test('the page is in the browser’s language', async () => {
  const { link } = await subscriber()
  const page = await (await open(link, iphone, { 'accept-language': 'zh-CN,zh;q=0.9' })).text()
  expect(page).toContain('<html lang="zh-CN">')
  expect(page).toContain('已用 2 GB，共 10 GB')
})

test('the page is never indexed or kept, loads nothing and cannot be framed', async () => {
  const { headers } = await open((await subscriber()).link)
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect(headers.get('cache-control')).toBe('no-store, private')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('the page tells nothing about the person, no credential and no node', async () => {
  const { member, link, uuid } = await subscriber()
  const page = await (await open(link)).text()
  for (const secret of [uuid, member.email, 'Secret Tokyo', 'hidden.example.net']) expect(page).not.toContain(secret)
})

test('names that an operator chose are text, never markup', async () => {
  const admin = await t.admin()
  await admin.call('PATCH', '/admin/settings', { 'site.title': '<img src=x onerror=alert(1)>"' })
  const page = await (await open((await subscriber()).link)).text()
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'Portico' })
  expect(page).not.toContain('<img')
  expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;')
})

test('who may not connect reads why, and gets no link to import', async () => {
  const expired = await subscriber({ expiresAt: new Date('2020-01-01T00:00:00Z') })
  const page = await (await open(expired.link)).text()
  expect(page).toContain('This subscription has expired. Please renew it.')
  expect(page).toContain('Valid until 2020-01-01')
  expect(page).not.toMatch(/<svg|install-config/)
  const banned = await subscriber()
  await t.ban(banned.member.id)
  const closed = await (await open(banned.link)).text()
  expect(closed).toContain('This account is suspended.')
  expect(closed).not.toMatch(/<meter|<svg|GB/)
})

test('an unknown link shows nothing', async () => {
  const answer = await open(`${t.base}/s/${'0'.repeat(32)}`)
  expect([answer.status, await answer.text()]).toEqual([403, 'This link is not valid.'])
})

test('apps, links with a flag, and sites that turned the page off get the profile', async () => {
  const { link } = await subscriber()
  const kind = async (answer: Promise<Response>) => (await answer).headers.get('content-type')
  expect(await kind(open(link, 'clash-verge/v2.4.2'))).toBe('text/yaml; charset=utf-8')
  expect(await kind(open(`${link}?flag=clash`))).toBe('text/yaml; charset=utf-8')
  // An app that hides behind a browser's name does not ask for a page.
  expect(await kind(open(link, windows, { accept: '*/*' }))).toBe('text/plain; charset=utf-8')
  const admin = await t.admin()
  await admin.call('PATCH', '/admin/settings', { 'subscription.browser_page': false })
  expect(await kind(open(link))).toBe('text/plain; charset=utf-8')
  await admin.call('PATCH', '/admin/settings', { 'subscription.browser_page': true })
})
