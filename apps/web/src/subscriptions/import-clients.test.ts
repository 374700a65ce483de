import { expect, test } from 'vitest'
import { clientsFor, deviceOf, formatLinks } from './import-clients.ts'

const url = 'https://example.com/s/0123?a=1&b=2'
const linkOf = (name: string): string => {
  const client = clientsFor(null).here.find((one) => one.name === name)
  if (!client) throw new Error(`no ${name}`)
  return client.link(url, '示例 & co')
}

test('an import link carries address and name whole', () => {
  const clash = new URL(linkOf('Clash Verge / mihomo'))
  expect([clash.protocol, clash.searchParams.get('url'), clash.searchParams.get('name')]).toEqual(['clash:', url, '示例 & co'])
  const singBox = new URL(linkOf('sing-box'))
  expect([singBox.searchParams.get('url'), decodeURIComponent(singBox.hash)]).toEqual([url, '#示例 & co'])
  const rocket = /^shadowrocket:\/\/add\/sub:\/\/([^?]+)\?/.exec(linkOf('Shadowrocket'))
  expect(atob(rocket?.[1] ?? '')).toBe(url)
  expect(linkOf('Hiddify').startsWith(`hiddify://import/${url}#`)).toBe(true)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, 'ios', 'Shadowrocket'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ios', 'Shadowrocket'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'mac', 'Clash Verge / mihomo'],
  ['Mozilla/5.0 (Linux; Android 16)', 5, 'android', 'Clash Verge / mihomo'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, 'windows', 'Clash Verge / mihomo'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'linux', 'Clash Verge / mihomo'],
])('%s with %i touch points is %s', (userAgent, maxTouchPoints, device, suggested) => {
  expect(deviceOf({ userAgent, maxTouchPoints })).toBe(device)
  expect(clientsFor(deviceOf({ userAgent, maxTouchPoints })).here[0]?.name).toBe(suggested)
})

test('every app stands in the list once, on this device or elsewhere', () => {
  const { here, elsewhere } = clientsFor('ios')
  expect([...here, ...elsewhere].map((client) => client.name).toSorted()).toEqual(
    clientsFor(null)
      .here.map((client) => client.name)
      .toSorted(),
  )
})

test('a link names its format beside what it already carries', () => {
  expect(formatLinks('https://example.com/s/0123').map((link) => link.url)).toEqual([
    'https://example.com/s/0123?flag=mihomo',
    'https://example.com/s/0123?flag=sing-box',
    'https://example.com/s/0123?flag=uri',
  ])
  expect(formatLinks('https://example.com/api/v1/client/subscribe?token=0123')[0]?.url).toContain('token=0123&flag=mihomo')
})
