import * as contract from '@portico/contract/auth'
import * as codes from '@portico/contract/codes'
import * as passkeys from '@portico/contract/passkeys'
import { nameOf } from '../accounts/name-of.ts'
import type { App } from '../app.ts'
import { sendCode } from '../codes/send-code.ts'
import { askFor } from '../codes/who-gets-code.ts'
import { AppError } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { addressOf } from '../identities/identity-wire.ts'
import { listCountries } from '../identities/phone-number.ts'
import { emailIdentity, phoneIdentity } from '../identities/write-identity.ts'
import { noteEntry, signInLog } from '../sign-ins/note-sign-ins.ts'
import { beginPasskeyConfirm, confirmByCode, confirmByFactor, confirmByPasskey, confirmByPassword } from './confirm.ts'
import type { Entry } from './enter.ts'
import { listWays } from './list-ways.ts'
import { login } from './login.ts'
import { loginByCode } from './login-by-code.ts'
import { beginPasskeyLogin, loginByPasskey } from './login-by-passkey.ts'
import { register } from './register.ts'
import { resetPassword } from './reset-password.ts'
import { enterSecondFactor } from './second-factor.ts'

export function authRoutes(router: Router, app: App): void {
  serve(router, app, contract.login, async ({ body, origin, rememberDevice }) => {
    const who = addressOf(body)
    const entry = await noteEntry(signInLog(app), { as: 'signed_in', email: who.label, origin }, () =>
      login(app, { who, password: body.password, challenge: body.challenge }, origin),
    )
    refuseWhenClosed(app, entry)
    return entered(entry, rememberDevice)
  })

  serve(router, app, contract.loginByCode, async ({ body, origin, rememberDevice }) => {
    const entry = await loginByCode(app, { codeId: body.code_id, code: body.code }, origin)
    signInLog(app).note('signed_in', { accountId: entry.account.id }, origin)
    return entered(entry, rememberDevice)
  })

  serve(router, app, contract.enterSecondFactor, async ({ body, origin, rememberDevice }) => {
    const entry = await enterSecondFactor(app, body, origin)
    refuseWhenClosed(app, entry)
    signInLog(app).note('signed_in', { accountId: entry.account.id }, origin)
    return entered(entry, rememberDevice)
  })

  serve(router, app, contract.register, async ({ body, origin, rememberDevice }) => {
    const { password, invite_code: invite = '', code_id: codeId, code, terms = false, challenge } = body
    const wanted = { who: addressOf(body), password, invite, proof: codeId && code ? { codeId, code } : null, terms, challenge }
    const entry = await noteEntry(signInLog(app), { as: 'registered', email: wanted.who.label, origin }, () =>
      register(app, wanted, origin),
    )
    return entered(entry, rememberDevice)
  })

  serve(router, app, contract.resetPassword, ({ body, origin }) =>
    resetPassword(app, { codeId: body.code_id, code: body.code }, body.password, origin),
  )

  serve(router, app, contract.confirmSession, async ({ caller, body }) => {
    if ('password' in body) await confirmByPassword(app, caller, body.password)
    else if ('code_id' in body) await confirmByCode(app, caller, { codeId: body.code_id, code: body.code })
    else if ('totp' in body) await confirmByFactor(app, caller, body.totp)
    else await confirmByPasskey(app, caller, body.passkey)
  })

  serve(router, app, contract.readWays, ({ caller }) => listWays(app, caller.accountId))

  passkeyRoutes(router, app)

  serve(router, app, codes.sendEmailCode, async ({ body, visitor, origin }) => {
    const to = await askFor(app, { purpose: body.purpose, to: emailIdentity(body.email, null), visitor })
    return sent(
      await sendCode(app, { purpose: body.purpose, to, accountId: visitor?.accountId ?? null, origin, challenge: body.challenge }),
    )
  })

  serve(router, app, codes.sendPhoneCode, async ({ body, visitor, origin }) => {
    const to = await askFor(app, { purpose: body.purpose, to: phoneIdentity(body.phone, null), visitor })
    return sent(
      await sendCode(app, { purpose: body.purpose, to, accountId: visitor?.accountId ?? null, origin, challenge: body.challenge }),
    )
  })

  serve(router, app, codes.listCountries, async () => ({ items: listCountries() }))
}

function passkeyRoutes(router: Router, app: App): void {
  serve(router, app, passkeys.beginPasskeyLogin, async ({ origin }) => ({ options: { ...(await beginPasskeyLogin(app, origin)) } }))

  serve(router, app, passkeys.loginByPasskey, async ({ body, origin, rememberDevice }) => {
    const entry = await loginByPasskey(app, body.credential, origin)
    refuseWhenClosed(app, entry)
    signInLog(app).note('signed_in', { accountId: entry.account.id }, origin)
    return entered(entry, rememberDevice)
  })

  serve(router, app, passkeys.beginPasskeyConfirm, async ({ caller }) => ({ options: { ...(await beginPasskeyConfirm(app, caller)) } }))
}

/** Lets only operators sign in while the site is closed. */
function refuseWhenClosed(app: App, { account }: Entry): void {
  if (app.settings()['site.closed'] && account.roleId === null) throw new AppError('site.closed')
}

function entered({ account, token, deviceCookie }: Entry, rememberDevice: (cookie: string) => void): contract.Entered {
  rememberDevice(deviceCookie)
  return { x_token: token, name: nameOf(account) }
}

function sent({ codeId, wait, expiresIn }: Awaited<ReturnType<typeof sendCode>>) {
  return { code_id: codeId, wait, expires_in: expiresIn }
}
