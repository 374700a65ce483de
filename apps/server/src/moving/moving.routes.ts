import * as contract from '@portico/contract/moving-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toList } from '../to-wire.ts'
import { askAddresses, listAddresses, setAddresses } from './addresses.ts'
import { proofOf } from './ask-address.ts'
import { readChecklist, tellStep } from './checklist.ts'

export function movingRoutes(router: Router, app: App): void {
  const checklist = async (): Promise<contract.MovingChecklist> => {
    const [steps, addresses] = await Promise.all([readChecklist(app), listAddresses(app)])
    return { ...toList(steps, (step) => step), addresses }
  }

  serve(router, app, contract.movingHere, async ({ query }) => ({ proof: await proofOf(app.database, query.asked) }))
  serve(router, app, contract.adminMovingChecklist, checklist)
  serve(router, app, contract.adminTellMovingStep, async ({ caller, params, body }) => {
    await tellStep(app, caller, params.name, body.done)
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
}
