import { expect, test } from 'vitest'
import { addressFor, clientsFor, deviceOf, formatLinks, type ImportClient } from './import-clients.ts'

const url = 'https://example.com/s/0123?a=1&b=2'
const all = clientsFor(null).here
const clientOf = (name: string): ImportClient => {
  const client = all.find((one) => one.name === name)
  if (!client) throw new Error(`no ${name}`)
  return client
}
const linkOf = (name: string): string => {
  const client = clientOf(name)
  return client.link?.(addressFor(client, url), '示例 & co') ?? ''
}

test('an import link carries address and name whole', () => {
  const clash = new URL(linkOf('Clash Verge / mihomo'))
  expect([clash.protocol, clash.searchParams.get('url'), clash.searchParams.get('name')]).toEqual(['clash:', url, '示例 & co'])
  const singBox = new URL(linkOf('sing-box'))
  expect([singBox.searchParams.get('url'), decodeURIComponent(singBox.hash)]).toEqual([url, '#示例 & co'])
  expect(linkOf('Hiddify').startsWith(`hiddify://import/${url}#`)).toBe(true)
  for (const name of ['Surge', 'Surfboard']) expect(new URL(linkOf(name)).searchParams.get('url')).toBe(url)
  expect(new URL(linkOf('Loon')).searchParams.get('sub')).toBe(url)
  const resource = JSON.parse(new URL(linkOf('Quantumult X')).searchParams.get('remote-resource') ?? '')
  expect(resource).toEqual({ server_remote: [`${url}, tag=示例 & co`] })
})

test('apps that do not say who they are get a link that says it', () => {
  const rocket = /^shadowrocket:\/\/add\/sub:\/\/([^?]+)\?/.exec(linkOf('Shadowrocket'))
  expect(atob(rocket?.[1] ?? '')).toBe(`${url}&flag=shadowrocket`)
  expect(linkOf('Outline')).toMatch(/^ssconf:\/\/example\.com\/s\/0123\?a=1&b=2&flag=outline#/)
  expect(addressFor(clientOf('Shadowsocks'), url)).toBe(`${url}&flag=sip008`)
  expect(addressFor(clientOf('v2rayN'), url)).toBe(url)
})

test.each(all.map((client) => [client.name, client] as const))('%s has a home and, unless one pastes, a link of its own', (_, client) => {
  expect(URL.parse(client.home)?.protocol).toBe('https:')
  expect(client.devices.length).toBeGreaterThan(0)
  const link = client.link?.(addressFor(client, url), 'x') ?? ''
  expect(link === '' || /^[a-z][a-z0-9-]+:\/\//.test(link)).toBe(true)
  expect(/^(?:https?|javascript|data):/.test(link)).toBe(false)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, 'ios', 'Shadowrocket'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ios', 'Shadowrocket'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'mac', 'Clash Verge / mihomo'],
  ['Mozilla/5.0 (Linux; Android 16)', 5, 'android', 'Clash Meta for Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, 'windows', 'Clash Verge / mihomo'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'linux', 'Clash Verge / mihomo'],
])('%s with %i touch points is %s', (userAgent, maxTouchPoints, device, suggested) => {
  expect(deviceOf({ userAgent, maxTouchPoints })).toBe(device)
  expect(clientsFor(deviceOf({ userAgent, maxTouchPoints })).here[0]?.name).toBe(suggested)
})

test('every app stands in the list once, on this device or elsewhere', () => {
  const { here, elsewhere } = clientsFor('ios')
  expect([...here, ...elsewhere].map((client) => client.name).toSorted()).toEqual(all.map((client) => client.name).toSorted())
})

test('a link names its format beside what it already carries', () => {
  expect(
    formatLinks('https://example.com/s/0123')
      .slice(0, 3)
      .map((link) => link.url),
  ).toEqual(['https://example.com/s/0123?flag=mihomo', 'https://example.com/s/0123?flag=sing-box', 'https://example.com/s/0123?flag=uri'])
  const formats = formatLinks(url).map((link) => link.format)
  expect(new Set(formats).size).toBe(formats.length)
  expect(formatLinks('https://example.com/api/v1/client/subscribe?token=0123')[0]?.url).toContain('token=0123&flag=mihomo')
})
