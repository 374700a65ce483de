import type { App } from '../app.ts'
import { watchNodes } from './watch-nodes.ts'

const EVERY_MS = 10_000

/** Watches the nodes until stopped; stopping waits for the look in hand. */
export function startOutageWatch(app: App): { stop: () => Promise<void> } {
  let inHand: Promise<void> | null = null
  const look = (): void => {
    inHand ??= watch(app).finally(() => (inHand = null))
  }
  const timer = setInterval(look, EVERY_MS)
  look()
  return {
    stop: async () => {
      clearInterval(timer)
      await inHand
    },
  }
}

/** One look, and the alerts in the log. */
async function watch(app: App): Promise<void> {
  try {
    const { down, back } = await watchNodes(app.database, app.settings(), app.now())
    for (const { id, name } of down) app.log.error({ node: id, name }, 'a node is down')
    for (const { id, name } of back) app.log.info({ node: id, name }, 'a node is back')
  } catch (error) {
    app.log.warn({ err: error }, 'nodes could not be watched')
  }
}
