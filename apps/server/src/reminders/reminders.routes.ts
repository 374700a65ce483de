import * as contract from '@portico/contract/reminders'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { toWire } from '../to-wire.ts'
import { savePreferences } from './preferences.ts'
import { addDevice, removeDevice } from './push/push-devices.ts'
import { readReminders } from './read-reminders.ts'
import { readStop, stopByLink } from './stop-by-link.ts'
import { testReminder } from './test-reminder.ts'

export function reminderRoutes(router: Router, app: App): void {
  const { database } = app
  const mine = async (accountId: number): Promise<contract.Reminders> => {
    const { kinds, quiet, channels, mail, push } = await readReminders(app, accountId)
    return {
      kinds,
      quiet,
      channels,
      mail: { is_set_up: mail.isSetUp, address: mail.address, bounced_at: mail.bouncedAt?.toISOString() ?? null },
      push: { key: push.key, devices: push.devices.map((device) => toWire(contract.PushDevice, device)) },
    }
  }

  serve(router, app, contract.readReminders, ({ caller }) => mine(caller.accountId))
  serve(router, app, contract.saveReminders, async ({ caller, body }) => {
    await savePreferences(database, caller.accountId, body)
    return mine(caller.accountId)
  })
  serve(router, app, contract.testReminder, async ({ caller, body }) => ({
    reached: await testReminder(app, caller.accountId, body.channel),
  }))
  serve(router, app, contract.addPushDevice, async ({ caller, origin, body }) => {
    await addDevice(database.db, caller.accountId, { ...body, device: origin.device }, app.pushAccess, app.now())
    return mine(caller.accountId)
  })
  serve(router, app, contract.removePushDevice, async ({ caller, body }) => {
    await removeDevice(database.db, caller.accountId, body)
    return mine(caller.accountId)
  })

  serve(router, app, contract.readStop, async ({ origin, query }) => {
    await app.limits.mailLinks.take(origin.network)
    return readStop(database, query.token)
  })
  serve(router, app, contract.stopReminders, async ({ origin, body }) => {
    await app.limits.mailLinks.take(origin.network)
    return stopByLink(database, body.token, body.on)
  })

  // What mail programs call: without a signature, from servers that stand for many members. A GET only shows the page.
  const address = '/api/v1/reminders/stop/:token{[\\w-]{10,80}}'
  router.get(address, (c) => c.redirect(`/undo#stop.${c.req.param('token')}`, 303))
  router.post(address, async (c) => {
    c.header('cache-control', 'no-store')
    const stopped = await stopByLink(database, c.req.param('token'), false).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    return stopped === null ? c.text('not found', 404) : c.text('ok')
  })
}
