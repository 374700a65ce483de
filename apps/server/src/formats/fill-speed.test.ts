import { FORMATS } from '@portico/contract/formats'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dialectOf, takes } from './dialect.ts'
import { compileFeed } from './compile-feed.ts'
import { allNodes, member, nodeOf, site } from './golden/variants.ts'

test.each(FORMATS.filter((format) => format !== 'outline'))(
  'a feed of 50 mixed nodes in %s is filled for each member (time printed)',
  (format) => {
    const mixed = allNodes().filter((node) => takes(dialectOf(format), node.settings))
    const nodes = Array.from({ length: 50 }, (_, id) => {
      const node = mixed[id % mixed.length]!
      return nodeOf(`${node.name} ${id}`, node.settings, { id, port: node.port })
    })
    const compileStart = process.hrtime.bigint()
    const fill = compileFeed(dialectOf(format), nodes, site)
    const compiled = Number(process.hrtime.bigint() - compileStart) / 1e6
    const members = Array.from({ length: 1000 }, () => ({ ...member, uuid: randomUUID() }))
    // Writing the text into a buffer is part of the cost: it flattens the concatenated string.
    const target = Buffer.alloc(256 * 1024)
    let bytes = 0
    for (const each of members.slice(0, 200)) bytes = target.write(fill(each), 'latin1')
    const start = process.hrtime.bigint()
    for (const one of members) bytes = target.write(fill(one), 'latin1')
    const each = Number(process.hrtime.bigint() - start) / 1000 / members.length
    process.stdout.write(`${format}: compiled in ${compiled.toFixed(1)} ms, ${each.toFixed(1)} µs a member, ${bytes} bytes\n`)
    expect(bytes).toBeGreaterThan(50 * 60)
  },
)
