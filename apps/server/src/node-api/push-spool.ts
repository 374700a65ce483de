import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { namesIn, writeThrough } from '../files/storage/write-through.ts'
import type { NodePush } from '../traffic/apply-push.ts'
import { readPush } from '../traffic/read-push.ts'
import { service } from '../service.ts'

/** Most bytes of waiting reports. One with a thousand members is about 30 KB. */
const MOST_BYTES = 64 * 1024 * 1024
/** Milliseconds within which node software repeats the same bytes. */
const REPEAT_MS = 30_000

export type PushSpool = {
  /** Writes a push to disk; false: no room, or it cannot be written. */
  put: (push: NodePush) => Promise<boolean>
  /** Names of waiting reports, oldest first. */
  list: () => Promise<string[]>
  read: (name: string) => Promise<NodePush>
  /** Removes a report that was stored in the database. */
  done: (name: string) => Promise<void>
  /** Sets aside a report that can never be stored, for people to look at. */
  setAside: (name: string) => Promise<void>
  /** Number of reports per node, with those set aside. */
  count: () => Promise<Map<number, number>>
}

/** Id of the node that sent a report. */
export const nodeOfReport = (name: string): number => partsOf(name).nodeId

export const pushSpool = service(createPushSpool)

/**
 * Pushes that wait on this machine's disk for the database. Node software forgets a push that got any answer, so it is acknowledged only
 * once it is safe. Each has a key: it counts once, whoever replays it and however often.
 */
function createPushSpool({ config }: App): PushSpool {
  const folder = join(config.dataDir, 'node-spool')
  const aside = join(folder, 'refused')
  const reportsIn = async (where: string): Promise<string[]> => (await namesIn(where)).filter((name) => nameForm.test(name)).toSorted()
  const names = (): Promise<string[]> => reportsIn(folder)
  let turn = Promise.resolve(true)

  async function write(push: NodePush): Promise<boolean> {
    const text = JSON.stringify({ ...push, push: undefined, body: push.body.toString('base64') })
    // With the node's own number: equal bytes under two numbers are two pushes.
    const hash = createHash('sha256')
      .update(`${push.batchKey ?? ''}\n`)
      .update(push.body)
      .digest('hex')
      .slice(0, 16)
    const at = push.receivedAt.getTime()
    const waiting = (await names()).map(partsOf)
    if (waiting.some((one) => one.nodeId === push.nodeId && one.hash === hash && Math.abs(at - one.at) < REPEAT_MS)) return true
    if (waiting.reduce((sum, one) => sum + one.size, text.length) > MOST_BYTES) return false
    const name = `${String(at).padStart(15, '0')}-${push.nodeId}-${hash}-${text.length}-${push.ownKey.trim()}.json`
    await writeThrough(join(folder, name), text)
    return true
  }

  return {
    // One after another: each looks at what waits already.
    put: (push) => (turn = turn.then(() => write(push)).catch(() => false)),
    list: names,
    read: async (name) => {
      // Written by `write` above, or moved here from another process's folder.
      const kept = JSON.parse(await readFile(join(folder, name), 'utf8')) as Omit<NodePush, 'push' | 'body' | 'receivedAt'> & Kept
      const body = Buffer.from(kept.body, 'base64')
      const push = readPush(body.toString('utf8'))
      if (!push) throw new Error('the body is no push')
      return { ...kept, body, push, receivedAt: new Date(kept.receivedAt) }
    },
    done: (name) => rm(join(folder, name), { force: true }),
    setAside: async (name) => {
      await mkdir(aside, { recursive: true })
      await rename(join(folder, name), join(aside, name))
    },
    count: async () => {
      const counts = new Map<number, number>()
      for (const name of [...(await names()), ...(await reportsIn(aside))]) {
        const id = nodeOfReport(name)
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
      return counts
    },
  }
}

type Kept = { body: string; receivedAt: string }
const nameForm = /^\d{15}-\d+-[\da-f]{16}-\d+-[\w-]+\.json$/

function partsOf(name: string): { at: number; nodeId: number; hash: string; size: number } {
  const [at, nodeId, hash = '', size] = name.split('-')
  return { at: Number(at), nodeId: Number(nodeId), hash, size: Number(size) }
}
