import { FORMATS, TEMPLATE_FORMATS } from '@portico/contract/formats'
import { expect, test } from 'vitest'
import { formats, listedFormats } from './formats.ts'
import { importLinks } from './import-links.ts'

const url = 'https://example.com/s/0123?a=1&b=2'
const { apps } = importLinks(url, '示例 & co')
const appOf = (name: string) => {
  const app = apps.find((one) => one.name === name)
  if (!app) throw new Error(`no ${name}`)
  return app
}
const linkOf = (name: string): string => appOf(name).link ?? ''

test('an import link carries the full address and name', () => {
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

test('apps that do not identify themselves get a link with a flag; a link names its format and keeps its other parameters', () => {
  const rocket = /^shadowrocket:\/\/add\/sub:\/\/([^?]+)\?/.exec(linkOf('Shadowrocket'))
  expect(atob(rocket?.[1] ?? '')).toBe(`${url}&flag=shadowrocket`)
  expect(linkOf('Outline')).toMatch(/^ssconf:\/\/example\.com\/s\/0123\?a=1&b=2&flag=outline#/)
  expect(appOf('Shadowsocks').address).toBe(`${url}&flag=sip008`)
  expect(appOf('v2rayN').address).toBe(url)
  const addresses = (link: string) => importLinks(link, 'x').formats.map(({ address }) => address)
  expect(addresses('https://example.com/s/0123').slice(0, 3)).toEqual([
    'https://example.com/s/0123?flag=mihomo',
    'https://example.com/s/0123?flag=sing-box',
    'https://example.com/s/0123?flag=uri',
  ])
  expect(importLinks(url, 'x').formats.map(({ format }) => format)).toEqual([...FORMATS])
  expect(addresses('https://example.com/api/v1/client/subscribe?token=0123')[0]).toContain('token=0123&flag=mihomo')
})

test.each(apps.map((app) => [app.name, app] as const))('%s has a home page and its own link, unless its address is pasted', (_, app) => {
  expect(URL.parse(app.home)?.protocol).toBe('https:')
  expect(app.devices.length).toBeGreaterThan(0)
  const link = app.link ?? ''
  expect(link === '' || /^[a-z][a-z0-9-]+:\/\//.test(link)).toBe(true)
  expect(/^(?:https?|javascript|data):/.test(link)).toBe(false)
})

test.each([
  ['ios', ['Shadowrocket', 'Stash', 'sing-box', 'Hiddify', 'Karing']],
  ['android', ['Clash Meta for Android', 'sing-box', 'v2rayNG', 'Hiddify', 'Karing']],
  ['mac', ['Clash Verge / mihomo', 'Shadowrocket', 'Stash', 'sing-box', 'v2rayN']],
  ['windows', ['Clash Verge / mihomo', 'sing-box', 'v2rayN', 'Hiddify', 'Karing']],
  ['linux', ['Clash Verge / mihomo', 'sing-box', 'v2rayN', 'Hiddify', 'Karing']],
] as const)('%s is offered these apps first', (device, names) => {
  const here = apps.filter((app) => app.devices.includes(device)).map((app) => app.name)
  expect(here.slice(0, names.length)).toEqual(names)
})

test('every app has a unique name and a unique rank; the formats with a template are those the console offers', () => {
  const all = Object.values(listedFormats).flatMap((format) => format.apps ?? [])
  expect(new Set(all.map((app) => app.name)).size).toBe(all.length)
  expect(new Set(all.map((app) => app.rank)).size).toBe(all.length)
  const templated = Object.entries(formats).flatMap(([format, { template }]) => (template ? [format] : []))
  expect(templated.toSorted()).toEqual([...TEMPLATE_FORMATS, 'pac'].toSorted())
})
