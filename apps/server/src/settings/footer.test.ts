import { expect, test } from 'vitest'
import { defaultHeader } from '@portico/contract/header'
import { fileForm, gradient } from '../../test/pictures.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { headerItems } from './header-items.ts'

const t = await forFile(startApp())
const owner = await t.admin()

const footer = async (language = 'en') => (await t.call('GET', '/api/comm/footer', {}, { 'accept-language': language })).body
const save = (change: Record<string, unknown>) => owner.call('PATCH', '/admin/settings', change)

test('visitors see what the operator filled in for the footer, and nothing else', async () => {
  const links = { articles_url: '', directory_url: '', filing_url: '', licence_url: '' }
  const texts = { official_account: '', official_account_qr: '', service_hours: '', filing: '', licence: '' }
  const nothing = { has_help: false, has_games: false, has_promotions: false, has_extension: false, channels: [], terms: [] }
  const empty = { ...links, ...texts, ...nothing }
  expect((await t.call('GET', '/api/comm/footer')).body).toEqual(empty)
  await save({ 'footer.official_account': 'Portico', 'footer.articles_url': 'https://blog.example.com/all', 'footer.filing': 'ICP 1' })
  const filled = { ...empty, official_account: 'Portico', articles_url: 'https://blog.example.com/all', filing: 'ICP 1' }
  expect((await t.call('GET', '/api/comm/footer')).body).toEqual(filled)
})

test('the footer leads to promotions and to the extension while there are any', async () => {
  const shown = async () => {
    const { has_promotions: promotions, has_extension: extension } = await footer()
    return { promotions, extension }
  }
  const times = { starts_at: null, ends_at: null }
  const promotion = {
    name: 'Autumn',
    content: '',
    percent: 10,
    plan_ids: null,
    periods: null,
    new_members_only: false,
    enabled: true,
    ...times,
  }
  const made = await owner.call('POST', '/admin/promotions', promotion)
  expect(made.status).toBe(200)
  expect(await shown()).toEqual({ promotions: true, extension: false })
  await owner.call('PATCH', `/admin/promotions/${made.body.id}`, { enabled: false })
  const file = {
    minimum_version: null,
    download_url: 'https://example.com/portico.zip',
    mirrors: [],
    sha256: null,
    notes_en: '',
    notes_zh: '',
  }
  const release = async (platform: string): Promise<void> => {
    const { status, body } = await owner.call('POST', '/admin/app-releases', { platform, version: '1.0.0', ...file })
    expect(status).toBe(200)
    await owner.call('PATCH', `/admin/app-releases/${body.id}`, { published: true })
  }
  await release('windows')
  expect(await shown()).toEqual({ promotions: false, extension: false })
  await release('chrome')
  expect(await shown()).toEqual({ promotions: false, extension: true })
})

test('a link in the footer is an address on the web', async () => {
  for (const address of ['javascript:alert(1)', 'blog.example.com', 'https://a b', 'https://'])
    for (const key of ['footer.directory_url', 'footer.filing_url', 'footer.licence_url']) {
      const { status, body } = await save({ [key]: address })
      expect([address, status, body.errors?.[key]]).toEqual([address, 422, ['Enter an address that begins with https://.']])
    }
  const filled = { filing_url: 'https://beian.miit.gov.cn/', licence_url: 'https://example.com/licence' }
  await save(Object.fromEntries(Object.entries(filled).map(([key, address]) => [`footer.${key}`, address])))
  expect(await footer()).toMatchObject(filled)
})

test('a QR code is an uploaded picture, which stays as long as the footer shows it', async () => {
  const { body: file } = await owner.call('POST', '/admin/files', fileForm(await gradient(300, 300).png().toBuffer(), 'qr.png'))
  expect((await save({ 'footer.official_account_qr': file.url })).status).toBe(200)
  expect((await footer()).official_account_qr).toBe(file.url)
  expect((await owner.call('GET', `/admin/files/${file.id}/uses`)).body.items).toEqual([{ noun: 'settings', id: 1, title: '' }])
  expect((await owner.call('DELETE', `/admin/files/${file.id}`)).body.code).toBe('file.in_use')
  await save({ 'footer.official_account_qr': '' })
  expect((await owner.call('DELETE', `/admin/files/${file.id}`)).status).toBe(200)
  const late = await save({ 'footer.official_account_qr': file.url, 'footer.filing': 'not stored' })
  expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['footer.official_account_qr']])
  expect((await footer()).filing).toBe('ICP 1')
  for (const address of ['javascript:alert(1)', 'https://example.com/qr.webp', '//example.com/qr.webp', 'data:image/svg+xml,x'])
    expect([address, (await save({ 'footer.official_account_qr': address })).status]).toEqual([address, 422])
})

const channel = (kind: string, value: string, more: object = {}) => ({ kind, value, label: '', translations: none, ...more })
const none = { en: { label: '' }, 'zh-CN': { label: '' } }

test('customer service is reached by channels of the operator, named in the visitor’s language', async () => {
  const named = { label: 'Sales', translations: { ...none, 'zh-CN': { label: '售前' } } }
  const channels = [
    channel('telegram', '@portico_help', named),
    channel('whatsapp', '+852 1234 5678'),
    channel('phone', '+86 (10) 1234-5678'),
    channel('wechat', 'portico-kf'),
    channel('qq', '12345678'),
    channel('discord', 'https://discord.gg/abc123'),
    channel('link', 'https://chat.example.com/?a=1'),
    channel('telegram', 'https://t.me/+AbC123'),
  ]
  await save({
    'site.email': 'help@example.com',
    'service.channels': channels,
    'service.hours': '9 to 6',
    'service.hours_zh': '9 点到 18 点',
  })
  const { channels: shown, service_hours: hours } = await footer()
  expect([hours, (await footer('zh-CN')).service_hours]).toEqual(['9 to 6', '9 点到 18 点'])
  expect([shown[1].label, (await footer('zh-CN')).channels[1].label]).toEqual(['Sales', '售前'])
  expect(shown.map(({ url }: { url: string | null }) => url)).toEqual([
    'mailto:help@example.com',
    'https://t.me/portico_help',
    'https://wa.me/85212345678',
    'tel:+861012345678',
    null,
    null,
    'https://discord.gg/abc123',
    'https://chat.example.com/?a=1',
    'https://t.me/+AbC123',
  ])
  await save({ 'service.channels': [channel('email', 'kf@example.com')] })
  expect((await footer()).channels.map(({ value }: { value: string }) => value)).toEqual(['kf@example.com'])
  await save({ 'service.channels': [], 'site.email': '' })
})

test('a channel holds what its kind needs, and never a script', async () => {
  const wrong = ['javascript:alert(1)', 'data:text/html,x', '<script>pwned()</script>', ' ', 'https://a b', 'x"onclick="pwned()']
  const kinds = ['email', 'telegram', 'whatsapp', 'wechat', 'qq', 'discord', 'phone', 'link']
  for (const kind of kinds)
    for (const value of wrong) {
      const { status, body } = await save({ 'service.channels': [channel(kind, value)] })
      expect([kind, value, status, Object.keys(body.errors)]).toEqual([kind, value, 422, ['service.channels.0.value']])
    }
  const nine = Array.from({ length: 9 }, () => channel('qq', '12345'))
  expect((await save({ 'service.channels': nine })).status).toBe(422)
})

test('the header leads home and to the prices until the operator chooses, orders and names its items', async () => {
  const header = async (language = 'en') => (await t.call('GET', '/api/comm/config', {}, { 'accept-language': language })).body.header
  expect(await header()).toEqual([
    { to: '/index', label: 'Home' },
    { to: '/grammaly', label: 'Price' },
  ])
  expect((await header('zh-CN')).map(({ label }: { label: string }) => label)).toEqual(['首页', '价格'])
  const items = [
    { to: 'https://blog.example.com/', label: 'Blog', translations: { ...none, 'zh-CN': { label: '博客' } } },
    { to: '/sup_game', label: '', translations: none },
    { to: '/index', label: 'Start', translations: none },
  ]
  await save({ 'header.items': items })
  expect(await header('zh-CN')).toEqual([
    { to: 'https://blog.example.com/', label: '博客' },
    { to: '/index', label: 'Start' },
  ])
  await owner.call('POST', '/admin/games/import', { games: [{ name: 'Chess', aliases: [] }] })
  expect((await header())[1]).toEqual({ to: '/sup_game', label: 'Games' })
  expect((await footer()).has_games).toBe(true)
})

test('the header asks the database only for an added page that may have nothing to show', async () => {
  const unasked = new Proxy(t.database.db, {
    get: () => {
      throw new Error('asked')
    },
  })
  const shown = (items: typeof defaultHeader) => headerItems(unasked, { 'header.items': items }, 'en')
  expect(await shown(defaultHeader)).toHaveLength(2)
  await expect(shown([{ to: '/sup_game', label: '', translations: none }])).rejects.toThrow('asked')
})

test('the header leads only to public pages and to https, to each once', async () => {
  const refused = async (...items: object[]) => (await save({ 'header.items': items })).body.errors
  for (const to of ['/admin/user', '/user/center', '//example.com', 'http://example.com', 'javascript:alert(1)', 'https://a b', ''])
    expect(Object.keys(await refused({ to, label: 'x', translations: none }))).toEqual(['header.items.0.to'])
  expect(await refused({ to: 'https://example.com', label: ' ', translations: none })).toEqual({
    'header.items.0.label': ['Give this link a name.'],
  })
  const home = { to: '/index', label: '', translations: none }
  expect(await refused(home, home)).toEqual({ 'header.items': ['Each page can be in the header once.'] })
})
