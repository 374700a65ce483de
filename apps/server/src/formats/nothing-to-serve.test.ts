import { FORMATS } from '@portico/contract/formats'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ClientFormat } from './client-format.ts'
import { compileFeed } from './compile-feed.ts'
import { dialectOf } from './dialect.ts'
import { type Format, formats } from './formats.ts'
import { member, nodeOf, site, variants } from './golden/variants.ts'
import { readTemplate, compileTemplated, takesTemplate } from './templates/link-template.ts'

const uri = (text: string): string[] => Buffer.from(text, 'base64').toString('utf8').split('\r\n').filter(Boolean)
const nameIn = (link: string): string => decodeURIComponent(link.split('#')[1] ?? '')
const tagIn = (line: string): string => line.split('tag=')[1] ?? ''
/** The names that a client lists, and what its main group offers. */
const read: Record<string, (text: string) => { listed: string[]; main?: string[] }> = {
  ...Object.fromEntries(['mihomo', 'clash', 'stash'].map((format) => [format, yaml])),
  'sing-box': (text) => {
    const { outbounds } = JSON.parse(text)
    return {
      listed: outbounds.filter((one: object) => 'server' in one).map(({ tag }: { tag: string }) => tag),
      main: outbounds[0].outbounds,
    }
  },
  xray: (text) => ({ listed: JSON.parse(text).map(({ remarks }: { remarks: string }) => remarks) }),
  ...Object.fromEntries(['surge', 'surfboard'].map((format) => [format, lines])),
  loon: (text) => ({ listed: text.split('\n').map((line) => line.split(' = ')[0] ?? '') }),
  'quantumult-x': (text) => ({ listed: Buffer.from(text, 'base64').toString('utf8').split('\n').map(tagIn) }),
  sip008: (text) => ({ listed: JSON.parse(text).servers.map(({ remarks }: { remarks: string }) => remarks) }),
  outline: (text) => ({ listed: [JSON.parse(text).error.message] }),
  uri: (text) => ({ listed: uri(text).map(nameIn) }),
  shadowrocket: (text) => ({ listed: uri(text).slice(1).map(nameIn) }),
}
function yaml(text: string) {
  const profile = parse(text)
  return { listed: profile.proxies.map(({ name }: { name: string }) => name), main: profile['proxy-groups'][0].proxies }
}
function lines(text: string) {
  const section = (name: string): string[] => (text.split(`[${name}]\n`)[1]?.split('\n\n')[0] ?? '').split('\n')
  const [group = ''] = section('Proxy Group')
  return { listed: section('Proxy').map((line) => line.split(' = ')[0] ?? ''), main: group.split(' = select, ')[1]?.split(', ') ?? [] }
}

const unusable = nodeOf('Mars', { ...variants['mieru']!, transport: 'UDP' } as (typeof variants)[string])
const unreadable = nodeOf('Venus', variants['shadowsocks-aes-256']!, { port: 'none' })
const states = {
  'no node now': { nodes: [], isChosen: false, said: 'No nodes right now, please try again later' },
  'a link that asks for others': { nodes: [], isChosen: true, said: 'No node fits what this link asks for' },
  'an app that can use none of them': {
    nodes: [unusable],
    isChosen: false,
    said: 'This app cannot use our nodes: update it or use another',
  },
  'ports that cannot be read': { nodes: [unreadable], isChosen: false, said: 'This app cannot use our nodes: update it or use another' },
}

describe.each(Object.entries(states))('%s', (state, { nodes, isChosen, said }) => {
  test.each(FORMATS)('%s lists the message, and its main group offers more than to go direct', (format) => {
    const dialect = dialectOf(format, ...old(format))
    if (state === 'an app that can use none of them' && !dialect.lacks.has('mieru')) return
    const profiles = [compileFeed(dialect, nodes, site, isChosen)(member)]
    const { template }: ClientFormat = formats[format]
    if (template && takesTemplate(dialect)) {
      const text = readTemplate(format as 'mihomo', template.starting({}))
      profiles.push(compileTemplated(dialect, text, nodes, site, isChosen)(member))
    }
    for (const profile of profiles) {
      const { listed, main } = read[format]!(profile)
      // Lines have no colon or comma inside a name.
      expect(
        listed.map((name) => name.normalize('NFKC')),
        state,
      ).toEqual([said])
      if (main) expect([main[0], main.length]).toEqual([listed[0], 2])
      expect(profile).not.toContain(member.uuid)
    }
  })

  /** A version before the format's clients knew mieru. */
  function old(format: Format): [string | null, string | null] {
    return format === 'mihomo' ? ['mihomo', '1.18.0'] : [null, null]
  }
})

test('the message is in the language of the profile', () => {
  const { proxies } = parse(compileFeed(dialectOf('mihomo'), [], { ...site, language: 'zh-CN' })(member))
  expect(proxies[0].name).toBe('暂无可用节点，请稍后再试')
})
