import type { App } from '../app.ts'
import { isAway } from '../db/pool/away.ts'
import { codeOf } from '../files/storage/write-through.ts'
import { applyPush } from '../traffic/apply-push.ts'
import { alarm } from './note-refusal.ts'
import { nodeOfReport, type PushSpool } from './push-spool.ts'

/** Milliseconds between looks at the folder, where files may be put by hand too. */
const LOOK_MS = 1000

/** Stores what waits in the spool, now and whenever the database is back. `close` ends that. */
export function replaySpool(app: App, spool: PushSpool): { close: () => void } {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const look = async (): Promise<void> => {
    await replayAll(app, spool).catch((error: unknown) => app.log.error({ err: error }, 'reports that wait could not be read'))
    if (!isClosed) timer = setTimeout(() => void look(), LOOK_MS).unref()
  }
  void look()
  return {
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Stores what waits, until the database is away. */
export async function replayAll(app: App, spool: PushSpool): Promise<void> {
  for (const name of await spool.list()) {
    try {
      const push = await spool.read(name)
      await applyPush(app.database, push, app.now(), app.settings()['site.timezone'])
      await spool.done(name)
      app.log.info({ node: push.nodeId }, 'a report that waited for the database is stored')
    } catch (error) {
      if (isAway(error)) return
      if (codeOf(error) === 'ENOENT') continue
      app.log.error({ err: error, file: name }, 'a report that waited cannot be stored; it is kept aside')
      await spool.setAside(name)
      await alarm(app, nodeOfReport(name), { kind: 'aside', subject: '', value: 1 })
    }
  }
}
