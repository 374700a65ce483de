import { expect, test } from 'vitest'
import { NODE_RULES, NodeInput } from './nodes-admin.ts'
import { emptySettings } from './empty-settings.ts'
import { PROTOCOL_RULES } from './protocol-blocks.ts'

const node = { name: 'HK 1', host: 'hk.example.com', port: '443', server_port: 443, rate: 100, tags: [], state: 'enabled', group_ids: [] }
const faults = (change: object) =>
  NodeInput.safeParse({ ...node, settings: emptySettings('vless'), ...change }).error?.issues.map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )

test('an invalid address or port says what is expected', () => {
  expect(faults({})).toBeUndefined()
  for (const host of [
    '',
    'https://hk.example.com',
    'hk.example.com/path',
    'two words',
    'hk..example.com',
    '-hk.example.com',
    '.',
    `${'a'.repeat(64)}.com`,
  ])
    expect(faults({ host })).toEqual([`host: ${PROTOCOL_RULES.host}`])
  for (const port of ['0', '70000', '443,8443', '30000-20000']) expect(faults({ port })?.[0]).toBe(`port: ${NODE_RULES.ports}`)
  for (const port of [0, 65_536, 1.5, Number.NaN]) expect(faults({ server_port: port })?.[0]).toBe(`server_port: ${NODE_RULES.port}`)
})
