import * as z from 'zod/mini'
import { jobActor } from '../actor.ts'
import type { App } from '../app.ts'
import type { Noun } from '../noun.ts'
import { COMPENSATE_JOB, giveCompensation } from './compensate.ts'
import { TELL_JOB, tellOutage } from './tell-outage.ts'
import { watchNodes } from './watch-nodes.ts'
import { outageRoutes } from './outages.routes.ts'

const Payload = z.object({ outage_id: z.int() })
const Compensating = z.object({ outage_id: z.int(), barred: z._default(z.nullable(z.int()), null) })

export const outagesNoun: Noun = {
  routes: [outageRoutes],
  jobs: (app) => [
    { name: 'watch_nodes', everyMs: 10_000, work: () => watch(app) },
    {
      name: TELL_JOB,
      lane: 'bulk',
      work: (payload) => tellOutage(app.database, Payload.parse(payload).outage_id, app.now(), app.settings()['site.timezone']),
    },
    {
      name: COMPENSATE_JOB,
      lane: 'bulk',
      work: (payload) => {
        const { outage_id: id, barred } = Compensating.parse(payload)
        return giveCompensation(app.database, { id, barred }, app.now(), app.settings()['site.timezone'])
      },
    },
  ],
}

/** Checks the nodes once and logs the changes. */
async function watch(app: App): Promise<void> {
  const { down, back } = await watchNodes(app.database, jobActor('watch_nodes'), app.settings(), app.now())
  for (const { id, name } of down) app.log.error({ node: id, name }, 'a node is down')
  for (const { id, name } of back) app.log.info({ node: id, name }, 'a node is back')
}
