import * as contract from '@portico/contract/moving-admin'
import type { App } from '../app.ts'
import { orNotFound } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { toList } from '../to-wire.ts'
import { readAfter } from './after.ts'
import { askAddresses, listAddresses, setAddresses } from './addresses.ts'
import { HERE_PATH, proofOf } from './ask-address.ts'
import { readChecklist, tellStep } from './checklist.ts'

export function movingRoutes(router: Router, app: App): void {
  const checklist = async (): Promise<contract.MovingChecklist> => {
    const [steps, addresses] = await Promise.all([readChecklist(app), listAddresses(app)])
    return { ...toList(steps, (step) => step), addresses }
  }

  serve(router, app, contract.adminMovingChecklist, checklist)
  serve(router, app, contract.adminMovingAfter, () => readAfter(app))
  serve(router, app, contract.adminTellMovingStep, async ({ caller, params, body }) => {
    await tellStep(app, caller, orNotFound(contract.MOVING_STEPS.find((name) => name === params.name)), body.done)
    return checklist()
  })
  serve(router, app, contract.adminSetMovingAddresses, async ({ caller, body }) => {
    await setAddresses(app, caller, body.origins)
    await askAddresses(app)
    return checklist()
  })
  serve(router, app, contract.adminAskMovingAddresses, async () => {
    await askAddresses(app)
    return checklist()
  })

  router.get(HERE_PATH, async (c) => {
    c.header('cache-control', 'no-store')
    const asked = c.req.query('asked') ?? ''
    return /^[\w-]{22,64}$/.test(asked) ? c.json({ proof: await proofOf(app.database, asked) }) : c.text('no', 404)
  })
}
