import { execFileSync } from 'node:child_process'
import { emptySettings, PROTOCOLS } from '@portico/contract/protocols'
import { expect, test } from 'vitest'
import { connectBlocks } from './connect-blocks.ts'

const blocks = (protocol: (typeof PROTOCOLS)[number], origin = 'https://example.com') =>
  Object.fromEntries(connectBlocks({ id: 7, settings: emptySettings(protocol) }, 'secret', origin).map(({ key, text }) => [key, text]))

test('every node has its configuration, a test command and our own client; V2bX protocols also have an install command', () => {
  for (const protocol of PROTOCOLS) {
    const { install, snippet, try: tried, client } = blocks(protocol)
    expect(JSON.parse(snippet ?? '')).toEqual({ ApiHost: 'https://example.com', ApiKey: 'secret', NodeID: 7, NodeType: protocol })
    expect(tried).toContain(`'https://example.com/api/v1/server/UniProxy/config?node_id=7&node_type=${protocol}'`)
    expect(client).toContain('"nodeId": 7')
    expect([protocol, install !== undefined]).toEqual([protocol, !['socks', 'http', 'naive', 'mieru'].includes(protocol)])
  }
})

test('an address with a quote stays one shell word', () => {
  const { try: tried = '' } = blocks('vless', "https://example.com/'; echo owned; '")
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$#"; }\n${tried}`], { encoding: 'utf8' })
  expect(words).toBe('4\n')
})
