import * as contract from '@portico/contract/own-account'
import { requireSettled } from '../accounts/claims.ts'
import type { App } from '../app.ts'
import type { Language } from '@portico/contract/translations'
import { type Router, serve } from '../http/router.ts'
import { listIdentities } from '../identities/find-identity.ts'
import { addressOf, toIdentity } from '../identities/identity-wire.ts'
import { pendingClosing } from '../accounts/account-closing.ts'
import { hasPassword } from '../accounts/password-of.ts'
import { inLanguage } from '../in-language.ts'
import { isActive } from '../subscriptions/state.ts'
import { toWire } from '../to-wire.ts'
import { changeAddress, removeAddress, verifyAddress } from './change-address.ts'
import { type Closing, readClosing } from './closing.ts'
import { exportAccount } from './export-account.ts'
import { setFirstPassword } from './first-password.ts'
import { requestClosing, undoClosing } from './pending-closing.ts'
import { refuseSignIn, setNewPassword, undoAddressChange } from './take-back.ts'

export function ownAccountRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.listIdentities, async ({ caller }) => {
    const [rows, has] = await Promise.all([listIdentities(db, caller.accountId), hasPassword(db, caller.accountId)])
    return { items: rows.map(toIdentity), has_password: has }
  })
  serve(router, app, contract.changeAddress, ({ caller, body }) =>
    changeAddress(app, caller, { to: addressOf(body), entered: { codeId: body.code_id, code: body.code } }),
  )
  serve(router, app, contract.removeAddress, ({ caller, params }) => removeAddress(app, caller, params.id))
  serve(router, app, contract.verifyAddress, ({ caller, body }) => verifyAddress(app, caller, { codeId: body.code_id, code: body.code }))
  serve(router, app, contract.setFirstPassword, ({ caller, body }) => setFirstPassword(app, caller, body.password))

  serve(router, app, contract.getClosing, async ({ caller, origin }) => {
    const [closing, pending] = await Promise.all([readClosing(db, caller.accountId), pendingClosing(db, caller.accountId)])
    return { ...toClosing(closing, app, origin.language), closes_at: pending?.closesAt.toISOString() ?? null }
  })
  serve(router, app, contract.closeAccount, async ({ caller, body }) => {
    await requireSettled(db, caller.accountId, app.now())
    const closesAt = await requestClosing(app, caller, { giveUp: body.give_up, most: body.amount ?? null })
    return toWire(contract.closeAccount.response, { closesAt })
  })
  serve(router, app, contract.keepAccount, ({ caller }) => undoClosing(app, caller))
  serve(router, app, contract.exportAccount, async ({ caller }) => {
    await app.limits.exportsByAccount.take(String(caller.accountId))
    const now = app.now()
    const zip = await exportAccount(app.database, caller.accountId, now)
    return { name: `account-${caller.accountId}-${now.toISOString().slice(0, 10)}.zip`, zip: zip.toString('base64') }
  })

  serve(router, app, contract.undoAddressChange, async ({ body, origin }) => {
    await app.limits.mailLinks.take(origin.network)
    return { token: await undoAddressChange(app, body.token) }
  })
  serve(router, app, contract.refuseSignIn, async ({ body, origin }) => {
    await app.limits.mailLinks.take(origin.network)
    return { token: await refuseSignIn(app, body.token) }
  })
  serve(router, app, contract.setNewPassword, async ({ body, origin }) => {
    await app.limits.mailLinks.take(origin.network)
    await setNewPassword(app, body.token, body.password)
  })
}

function toClosing({ subscription, plan, money, pending, obstacles }: Closing, app: App, language: Language) {
  const [currency, now] = [app.settings()['site.currency'], app.now()]
  const mine = money.find((one) => one.currency === currency)
  const runs = isActive(subscription, now)
  const { expiresAt } = subscription
  return {
    plan_name: runs && plan ? inLanguage(plan, language).name : null,
    days_left: runs && expiresAt ? Math.ceil((expiresAt.getTime() - now.getTime()) / 86_400_000) : null,
    permanent: runs && expiresAt === null,
    balance: mine?.balance ?? 0,
    commission: mine?.commission ?? 0,
    pending_commission: pending.find((one) => one.currency === currency)?.amount ?? 0,
    currency,
    obstacles,
  }
}
