import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { compileFeed, type Format } from './feed.ts'
import { allNodes, nodeOf, site } from './golden/variants.ts'

test.each<Format>(['uri', 'mihomo', 'sing-box'])('a feed of 50 mixed nodes in %s is filled for each member (time printed)', (format) => {
  const mixed = allNodes()
  const nodes = Array.from({ length: 50 }, (_, id) => {
    const node = mixed[id % mixed.length]!
    return nodeOf(`${node.name} ${id}`, node.settings, { id, port: node.port })
  })
  const compileStart = process.hrtime.bigint()
  const fill = compileFeed(format, nodes, site, null)
  const compiled = Number(process.hrtime.bigint() - compileStart) / 1e6
  const members = Array.from({ length: 20_000 }, () => ({ uuid: randomUUID() }))
  // Writing the text into a buffer is part of the cost: it flattens what was only concatenated.
  const target = Buffer.alloc(256 * 1024)
  let bytes = 0
  for (const member of members.slice(0, 2000)) bytes = target.write(fill(member), 'latin1')
  const start = process.hrtime.bigint()
  for (const member of members) bytes = target.write(fill(member), 'latin1')
  const each = Number(process.hrtime.bigint() - start) / 1000 / members.length
  process.stdout.write(`${format}: compiled in ${compiled.toFixed(1)} ms, ${each.toFixed(1)} µs a member, ${bytes} bytes\n`)
  expect(bytes).toBeGreaterThan(50 * 60)
})
