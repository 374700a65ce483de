import * as contract from '@portico/contract/redeem-codes'
import * as admin from '@portico/contract/redeem-codes-admin'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { recorded } from '../audit/recorded.ts'
import type { Tx } from '../db/client.ts'
import { messages } from '../error-messages.ts'
import { AppError } from '../errors.ts'
import { type Counter, guess } from '../guess.ts'
import { toCsv } from '../http/csv.ts'
import type { Caller } from '../actor.ts'
import { ok, type Origin, type Router, serve } from '../http/router.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './change-templates.ts'
import type { Card } from './find-card.ts'
import { changeBatch, generateCodes, setCode } from './generate-codes.ts'
import { codesOfBatch, listCodes, listUses } from './list-codes.ts'
import { listBatches, listTemplates } from './list-templates.ts'
import { previewCode, type When } from './preview-code.ts'
import { redeemCode } from './redeem-code.ts'
import { CODE_COLUMNS, toAdminCode, toAdminUse, toBatch, toCodeLine, toTemplate, toUse } from './redeem-codes-wire.ts'

export function redeemCodeRoutes(router: Router, app: App): void {
  const { db } = app.database
  const currency = (): string => app.settings()['site.currency']
  const when = (): When => ({ now: app.now(), zone: app.settings()['site.timezone'], currency: currency() })

  const guessed = <T>(caller: Caller, { network }: Origin, work: () => Promise<T>): Promise<T> => {
    const tries: Counter[] = [
      [app.limits.redeemByAccount, String(caller.accountId)],
      [app.limits.redeemByAddress, network],
    ]
    return guess(tries, 'redeem.unusable', work)
  }

  serve(router, app, contract.checkCode, async ({ caller, origin, body }) => {
    const preview = await guessed(caller, origin, () => previewCode(db, caller.accountId, body.code, when()))
    const { card, refusal, before, after } = preview
    return {
      ...toReward(card, currency()),
      refusal: refusal && messages[origin.language][refusal],
      before,
      after,
    }
  })
  serve(router, app, contract.redeemCode, async ({ caller, origin, body }) => {
    const redeemed = await guessed(caller, origin, () => redeemCode(app.database, caller.accountId, body.code, when()))
    return { id: redeemed.use.id, ...toReward(redeemed.card, currency()), before: redeemed.before, after: redeemed.after }
  })
  serve(router, app, contract.fetchRedeemUses, async ({ caller, query }) => {
    const { items, total } = await listUses(db, { accountId: caller.accountId }, query)
    return { items: items.map(toUse), total, page: query.page, page_size: query.page_size }
  })

  const act = (by: Actor, action: string, what: string, work: (tx: Tx) => Promise<number>, after?: unknown): Promise<number> =>
    recorded(app.database, { by, action, after, at: app.now() }, async (tx) => {
      const id = await work(tx)
      return { target: `${what} ${id}`, result: id }
    })
  templateRoutes(router, app, act)
  batchRoutes(router, app, act)

  serve(router, app, admin.adminListRedeemCodes, async ({ query }) => {
    const filter = { templateId: query.template_id, batchId: query.batch_id, status: query.status, q: query.q }
    const { items, total } = await listCodes(db, filter, query, app.now())
    return { items: items.map(toAdminCode), total, page: query.page, page_size: query.page_size }
  })
  serve(router, app, admin.adminSetRedeemCode, async ({ caller, params, body }) => {
    const set = (tx: Tx): Promise<number> => setCode(tx, params.id, body.enabled, app.now())
    const id = await act(caller, 'redeem_code.set', 'redeem code', set, body)
    const { items } = await listCodes(db, { id }, { page: 1, page_size: 1 }, app.now())
    return toAdminCode(known(items[0]))
  })
  serve(router, app, admin.adminListRedeemUses, async ({ query }) => {
    const filter = { templateId: query.template_id, batchId: query.batch_id, q: query.q }
    const { items, total } = await listUses(db, filter, query)
    return { items: items.map(toAdminUse), total, page: query.page, page_size: query.page_size }
  })
}

type Act = (by: Actor, action: string, what: string, work: (tx: Tx) => Promise<number>, after?: unknown) => Promise<number>

function templateRoutes(router: Router, app: App, act: Act): void {
  const { db } = app.database
  const currency = (): string => app.settings()['site.currency']
  const one = async (id: number): Promise<admin.RedeemTemplate> => toTemplate(known((await listTemplates(db, id))[0]), currency())

  serve(router, app, admin.adminListRedeemTemplates, async () => {
    const items = (await listTemplates(db)).map((row) => toTemplate(row, currency()))
    return { items, total: items.length }
  })
  serve(router, app, admin.adminCreateRedeemTemplate, async ({ caller, body }) => {
    const create = (tx: Tx): Promise<number> => createTemplate(tx, body, app.now())
    return one(await act(caller, 'redeem_template.create', 'redeem template', create, body))
  })
  serve(router, app, admin.adminUpdateRedeemTemplate, async ({ caller, params, body }) => {
    const update = (tx: Tx): Promise<number> => updateTemplate(tx, params.id, body)
    return one(await act(caller, 'redeem_template.update', 'redeem template', update, body))
  })
  serve(router, app, admin.adminDeleteRedeemTemplate, async ({ caller, params }) => {
    await act(caller, 'redeem_template.delete', 'redeem template', (tx) => deleteTemplate(tx, params.id))
    return ok
  })
}

function batchRoutes(router: Router, app: App, act: Act): void {
  const { db } = app.database
  const one = async (id: number): Promise<admin.RedeemBatch> => {
    const { items } = await listBatches(db, { id }, { page: 1, page_size: 1 })
    return toBatch(known(items[0]))
  }

  serve(router, app, admin.adminListRedeemBatches, async ({ query }) => {
    const { items, total } = await listBatches(db, { templateId: query.template_id }, query)
    return { items: items.map(toBatch), total, page: query.page, page_size: query.page_size }
  })
  serve(router, app, admin.adminGenerateRedeemCodes, async ({ caller, body }) => {
    const generate = (tx: Tx): Promise<number> => generateCodes(tx, body, app.now())
    return one(await act(caller, 'redeem_batch.create', 'redeem batch', generate, body))
  })
  serve(router, app, admin.adminUpdateRedeemBatch, async ({ caller, params, body }) => {
    const change = (tx: Tx): Promise<number> => changeBatch(tx, params.id, body)
    return one(await act(caller, 'redeem_batch.update', 'redeem batch', change, body))
  })
  serve(router, app, admin.adminExportRedeemBatch, async ({ caller, params, query }) => {
    const batch = await one(params.id)
    const status = query.scope === 'all' ? null : 'unused'
    const rows = await codesOfBatch(db, batch.id, status, app.now())
    await act(caller, 'redeem_batch.export', 'redeem batch', async () => batch.id, { codes: rows.length })
    return { filename: `codes-${batch.id}.csv`, csv: toCsv(CODE_COLUMNS, rows.map(toCodeLine)) }
  })
}

function toReward({ template, plan }: Card, currency: string) {
  return { name: template.name, kind: template.kind, value: template.value, currency, plan_name: plan?.name ?? null }
}

function known<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found')
  return row
}
