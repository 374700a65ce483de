import { join } from 'node:path'
import type { ImportInput } from '@portico/contract/imports-admin'
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { messageOf } from '../log.ts'
import { service } from '../service.ts'
import { imports } from './imports.table.ts'
import { type Asked, type Outcome, look, move, type Site, type Watch } from './move/run-import.ts'
import { rehearse } from './move/rehearse.ts'
import { catchUp } from './move/catch-up.ts'
import { BadSource } from './old/old-database.ts'
import { importFolder, openOld, readConfigFile } from './open-old.ts'

/** How often a run says how far it is, and looks whether somebody wants it to stop. */
const TELL_MS = 500

class Cancelled extends Error {}

/** Runs of this process. They end with it: a move that did not reach its end leaves nothing. */
export const runningImports = service(
  (app: App) => {
    const runs = new Set<Promise<void>>()
    return {
      begin(id: number, input: ImportInput, by: Actor): void {
        const run = work(app, id, input, by).finally(() => runs.delete(run))
        runs.add(run)
      },
      /** All that run have ended. */
      ended: () => Promise.all(runs),
    }
  },
  (made) => made.ended(),
)

async function work(app: App, id: number, input: ImportInput, by: Actor): Promise<void> {
  const { db } = app.database
  const end = (values: Partial<typeof imports.$inferInsert>) =>
    db
      .update(imports)
      .set({ ...values, step: null, progress: 100, endedAt: app.now() })
      .where(eq(imports.id, id))
  try {
    const outcome = await run(app, askedOf(app, input), by, watchOf(app, id))
    await end({ ...outcome, state: 'done' })
  } catch (error) {
    if (error instanceof Cancelled) await end({ state: 'cancelled' })
    else if (error instanceof BadSource) await end({ state: 'failed', fault: error.code, faultDetail: error.detail.slice(0, 500) })
    else {
      app.log.error({ err: error }, 'an import failed')
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      await end({ state: 'failed', fault: 'failed', faultDetail: messageOf(cause).slice(0, 500) }).catch(() => {})
    }
  }
}

function run(app: App, asked: Asked, by: Actor, watch: Watch): Promise<Outcome> {
  const { config, ownerUrl, database, now } = app
  const site: Site = { config, ownerUrl, secrets: database.secrets, settings: app.settings(), by, now }
  switch (asked.action) {
    case 'look':
      return look(site, asked, watch)
    case 'rehearse':
      return rehearse(site, asked, watch)
    case 'move':
      return move(site, asked, watch)
    case 'catch_up':
      return catchUp(site, asked, watch)
  }
}

function askedOf({ config }: App, { action, source, options, choices, file, database }: ImportInput): Asked {
  const inFolder = (name: string): string => join(importFolder(config), name)
  // A name with a slash would leave the folder.
  const configName = options.config?.replace(/.*[/\\]/, '')
  return {
    action,
    source,
    options,
    choices,
    open: () => openOld({ path: file === null ? null : inFolder(file), database }),
    readConfig: () => readConfigFile(configName ? inFolder(configName) : null),
  }
}

/** Stores how far a run is, at most twice a second, and throws `Cancelled` once it must stop. */
function watchOf(app: App, id: number): Watch {
  let [told, lastStep] = [0, '']
  return async (step, share, records) => {
    if (app.stopping.signal.aborted) throw new Cancelled()
    const at = Date.now()
    if (at - told < TELL_MS && step === lastStep) return
    told = at
    lastStep = step
    const progress = Math.min(100, Math.floor(share * 100))
    const set = { step, progress, seenAt: app.now(), ...(records > 0 && { records }) }
    const [row] = await app.database.db.update(imports).set(set).where(eq(imports.id, id)).returning({ cancelledAt: imports.cancelledAt })
    if (row?.cancelledAt) throw new Cancelled()
  }
}
