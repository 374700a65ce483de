import * as contract from '@portico/contract/redeem-codes'
import * as admin from '@portico/contract/redeem-codes-admin'
import type { Caller } from '../actor.ts'
import { searchFor } from '../accounts/find-by-address.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { mapParts } from '../db/whole-list.ts'
import { messages } from '../http/messages/error-messages.ts'
import { foundRow, orNotFound } from '../errors.ts'
import { type Counter, guess } from '../guess.ts'
import type { Language } from '@portico/contract/translations'
import type { Origin } from '../http/origin.ts'
import { type Router, serve } from '../http/router.ts'
import { serveCsv } from '../http/downloads/serve-csv.ts'
import { inLanguage } from '../in-language.ts'
import { toList, toPage } from '../to-wire.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './change-templates.ts'
import type { RedeemCode } from './find-redeem-code.ts'
import { changeBatch, generateCodes, setCode } from './generate-codes.ts'
import { codesOfBatch, listCodes, listUses } from './list-codes.ts'
import { listBatches, listTemplates } from './list-templates.ts'
import { previewCode, type When } from './preview-code.ts'
import { redeemCode } from './redeem-code.ts'
import type { Standing } from './standing.ts'
import { CODE_COLUMNS, toAdminCode, toAdminUse, toBatch, toCodeLine, toTemplate, toUse } from './redeem-codes-wire.ts'

export function redeemCodeRoutes(router: Router, app: App): void {
  const { db } = app.database
  const currency = (): string => app.settings()['site.currency']
  const when = (): When => {
    const { 'site.timezone': zone, 'subscription.reset_mode': siteMode } = app.settings()
    return { now: app.now(), zone, currency: currency(), siteMode }
  }

  const guessed = <T>(caller: Caller, { network }: Origin, work: () => Promise<T>): Promise<T> => {
    const tries: Counter[] = [
      [app.limits.redeemByAccount, String(caller.accountId)],
      [app.limits.redeemByAddress, network],
    ]
    return guess(tries, 'redeem.unusable', work)
  }

  serve(router, app, contract.checkCode, async ({ caller, origin, body }) => {
    const preview = await guessed(caller, origin, () => previewCode(db, caller.accountId, body.code, when()))
    const { redeemCode, refusal, before, after } = preview
    return {
      ...toReward(redeemCode, currency(), origin.language),
      refusal: refusal && messages[origin.language][refusal],
      before: toStanding(before, origin.language),
      after: after && toStanding(after, origin.language),
    }
  })
  serve(router, app, contract.redeemCode, async ({ caller, origin, body }) => {
    const { use, before, after, ...redeemed } = await guessed(caller, origin, () => redeemCode(app.database, caller, body.code, when()))
    const { language } = origin
    const reward = toReward(redeemed.redeemCode, currency(), language)
    return { id: use.id, ...reward, before: toStanding(before, language), after: toStanding(after, language) }
  })
  serve(router, app, contract.fetchRedeemUses, async ({ caller, origin, query }) =>
    toPage(await listUses(db, { accountId: caller.accountId }, query), query, (row) => toUse(row, origin.language)),
  )

  templateRoutes(router, app)
  batchRoutes(router, app)

  serve(router, app, admin.adminListRedeemCodes, async ({ query }) => {
    const filter = { templateId: query.template_id, batchId: query.batch_id, status: query.status, q: query.q }
    return toPage(await listCodes(db, filter, query, app.now()), query, toAdminCode)
  })
  serve(router, app, admin.adminSetRedeemCode, async ({ caller, params, body }) => {
    await setCode(app.database, caller, params.id, body.enabled, app.now())
    const { items } = await listCodes(db, { id: params.id }, { page: 1, page_size: 1 }, app.now())
    return toAdminCode(orNotFound(items[0]))
  })
  serve(router, app, admin.adminListRedeemUses, async ({ caller, origin, query }) => {
    const filter = { templateId: query.template_id, batchId: query.batch_id, search: searchFor(query.q, caller) }
    return toPage(await listUses(db, filter, query), query, (row) => toAdminUse(row, origin.language))
  })
}

function templateRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const currency = (): string => app.settings()['site.currency']
  const one = async (id: number, language: Language): Promise<admin.RedeemTemplate> =>
    toTemplate(foundRow(await listTemplates(db, id)), currency(), language)

  serve(router, app, admin.adminListRedeemTemplates, async ({ origin }) =>
    toList(await listTemplates(db), (row) => toTemplate(row, currency(), origin.language)),
  )
  serve(router, app, admin.adminCreateRedeemTemplate, async ({ caller, origin, body }) => {
    return one(await createTemplate(database, caller, body, app.now()), origin.language)
  })
  serve(router, app, admin.adminUpdateRedeemTemplate, async ({ caller, origin, params, body }) => {
    await updateTemplate(database, caller, params.id, body, app.now())
    return one(params.id, origin.language)
  })
  serve(router, app, admin.adminDeleteRedeemTemplate, ({ caller, params }) => deleteTemplate(database, caller, params.id, app.now()))
}

function batchRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const one = async (id: number): Promise<admin.RedeemBatch> => {
    const { items } = await listBatches(db, { id }, { page: 1, page_size: 1 })
    return toBatch(orNotFound(items[0]))
  }

  serve(router, app, admin.adminListRedeemBatches, async ({ query }) =>
    toPage(await listBatches(db, { templateId: query.template_id }, query), query, toBatch),
  )
  serve(router, app, admin.adminGenerateRedeemCodes, async ({ caller, body }) => {
    return one(await generateCodes(database, caller, body, app.now()))
  })
  serve(router, app, admin.adminUpdateRedeemBatch, async ({ caller, params, body }) => {
    await changeBatch(database, caller, params.id, body, app.now())
    return one(params.id)
  })
  serveCsv(router, app, admin.adminExportRedeemBatch, async (tx, { caller, params: { id }, query: { scope = 'unused' } }) => {
    const { rows, parts } = await codesOfBatch(tx, id, scope === 'all' ? null : scope, app.now())
    const note = () => recordExport(database, caller, { entity: 'redeem_batch', id, rows, filter: { status: scope } }, app.now())
    return { columns: CODE_COLUMNS, rows, lines: mapParts(parts, (found) => found.map(toCodeLine)), note }
  })
}

function toReward({ template, plan }: RedeemCode, currency: string, language: Language) {
  const { name, kind, value, waitDays } = template
  return { name, kind, value, wait_days: waitDays, currency, plan_name: plan && inLanguage(plan, language).name }
}

function toStanding({ plan, ...rest }: Standing, language: Language): contract.RedeemStanding {
  return { ...rest, plan_name: plan && inLanguage(plan, language).name }
}
