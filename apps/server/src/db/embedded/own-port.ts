import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Range below the ports that systems hand out, so that none is taken while PostgreSQL is away for a moment. */
const [LOWEST, HIGHEST] = [15_000, 30_000]
const TRIES = 10

/** Calls `start` with a free port, and with another if that is taken meanwhile. Returns the port. */
export async function onOwnPort(start: (port: number) => Promise<void>): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(LOWEST, HIGHEST)
    if (tries < TRIES && !(await isFree(port))) continue
    try {
      await start(port)
      return port
    } catch (error) {
      if (tries >= TRIES || (await isFree(port))) throw error
    }
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
