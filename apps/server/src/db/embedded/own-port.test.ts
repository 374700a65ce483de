import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import { onOwnPort } from './own-port.ts'

const others: Server[] = []
afterEach(() => {
  for (const other of others.splice(0)) other.close()
})

function take(port: number): Promise<void> {
  const other = createServer()
  others.push(other)
  return new Promise((done) => other.listen(port, '127.0.0.1', done))
}

test('a port that another program takes at the last moment is given up for another one', async () => {
  const tried: number[] = []
  const port = await onOwnPort(async (given) => {
    tried.push(given)
    if (tried.length > 2) return
    await take(given)
    throw new Error('could not bind: address already in use')
  })
  expect(new Set(tried).size).toBe(3)
  expect(port).toBe(tried[2])
})

test('no port is one that the system itself hands out; a program that fails for another reason is not tried on ten ports', async () => {
  const ports = await atOnce(() => onOwnPort(async () => {}))
  // Linux begins at 32768, macOS at 49152.
  for (const port of ports) expect(port).toBeLessThan(32_768)
  expect(new Set(ports).size).toBeGreaterThan(1)
  let tries = 0
  const failing = onOwnPort(async () => {
    tries++
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  expect(tries).toBe(1)
})
