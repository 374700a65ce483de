import * as contract from '@portico/contract/linked-devices'
import * as admin from '@portico/contract/linked-devices-admin'
import type { App } from '../app.ts'
import { dayKey } from '../calendar.ts'
import { type Router, serve } from '../http/router.ts'
import { lockForAccess } from '../members/change-access.ts'
import { subscribeUrl } from '../subscriptions/link.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { linkOfDevice, listDevices, ownerOf } from './list-devices.ts'
import { addDevice, removeDevice, renameDevice } from './own-link.ts'

export function linkedDeviceRoutes(router: Router, app: App): void {
  const { db, transaction } = app.database
  const list = async (accountId: number) => {
    const { subscription } = await readSubscription(db, accountId)
    const [now, settings] = [app.now(), app.settings()]
    const today = dayKey(now, settings['site.timezone'])
    return listDevices(db, subscription, { rule: settings['subscription.hwid'], today, now })
  }
  const toLink = (id: number, token: string) => ({ id, link: subscribeUrl(token, app.settings(), app.config) })

  serve(router, app, contract.listLinkedDevices, ({ caller }) => list(caller.accountId))
  serve(router, app, contract.addLinkedDevice, async ({ caller, body }) => {
    await app.limits.devicesAdded.take(String(caller.accountId))
    const settings = app.settings()
    const given = { ...body, sharedDays: settings['subscription.shared_days'], rule: settings['subscription.hwid'] }
    const { id, token } = await transaction((tx) => addDevice(tx, caller, given, app.now()))
    return toLink(id, token)
  })
  serve(router, app, contract.fetchDeviceLink, async ({ caller, params }) => {
    return toLink(params.id, await linkOfDevice(db, caller.accountId, params.id))
  })
  serve(router, app, contract.renameLinkedDevice, async ({ caller, params, body }) => {
    await renameDevice(db, caller.accountId, params.id, body.name)
  })
  serve(router, app, contract.removeLinkedDevice, async ({ caller, params: { id } }) => {
    await transaction((tx) => removeDevice(tx, caller, { id, accountId: caller.accountId }, null, app.now()))
  })

  serve(router, app, admin.adminListLinkedDevices, ({ params }) => list(params.id))
  serve(router, app, admin.adminRemoveLinkedDevice, async ({ caller, params: { id }, body }) => {
    await transaction(async (tx) => {
      const accountId = await ownerOf(tx, id)
      await lockForAccess(tx, caller, accountId, 'members.link')
      await removeDevice(tx, caller, { id, accountId }, body.reason, app.now())
    })
  })
}
