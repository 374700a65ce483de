import { may } from '@portico/contract/access'
import * as contract from '@portico/contract/checkout'
import * as ordersAdmin from '@portico/contract/orders-admin'
import * as proofs from '@portico/contract/payment-proofs'
import * as admin from '@portico/contract/payments-admin'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { memberBalance } from '../ledger/post.ts'
import { findOrder } from '../orders/list-orders.ts'
import { toAdminOrder, toChoice } from '../orders/order-wire.ts'
import { siteOrigin } from '../settings/settings.ts'
import { askAboutOrder } from './ask-gateways.ts'
import { type CheckedOut, checkout, findOpen, notifyUrl, referenceOf } from './checkout.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { type AttemptOf, listChoices, listPayments, type ReceiptOf, type RefundOf } from './list-payments.ts'
import { markPaid } from './mark-paid.ts'
import { keptPrivateAddresses } from '../payment-drivers/method-addresses.ts'
import { createMethod, deleteMethod, listMethods, sortMethods, updateMethod } from './payment-methods.ts'
import type { PaymentMethodRow } from './payments.table.ts'
import { isUnclear, worthOf } from './receipts/unclear.ts'
import { type FileOf, readFile } from './proof-file.ts'
import { proveAttempt, sentProof } from './prove-attempt.ts'
import type { Ending, Held } from '../refunds/end-delivered.ts'
import { readOrder } from '../refunds/read-order.ts'
import { refundOrder, type Room } from '../refunds/refund-order.ts'
import { toWire } from '../to-wire.ts'

export function paymentRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const siteAddress = (): string => siteOrigin(app.settings(), app.config)
  const method = async (row: PaymentMethodRow): Promise<admin.PaymentMethod> =>
    toMethod(row, siteAddress(), await keptPrivateAddresses(row, app.config.allowPrivateAddresses))

  serve(router, app, contract.orderPaymentMethods, async ({ caller, origin: { language }, query }) => {
    const { order } = await findOrder(db, query.trade_no, caller.accountId)
    const context = { now: app.now(), settings: app.settings() }
    const [choices, balance] = await Promise.all([listChoices(db, order, context), memberBalance(db, caller.accountId, order.currency)])
    const open = await findOpen(db, order, choices, { now: context.now, language })
    const items = choices.map((choice) => toChoice(choice, language))
    return { items, balance, currency: order.currency, open: open && { method: open.methodId, ...toCheckout(open) } }
  })
  serve(router, app, contract.checkoutOrder, async ({ caller, origin: { language }, body }) => {
    await app.limits.checkoutsByAccount.take(String(caller.accountId))
    const input = { tradeNo: body.trade_no, methodId: body.method, saveCard: body.save_card }
    const context = { now: app.now(), settings: app.settings(), language, origin: siteAddress(), log: app.log }
    return toCheckout(await checkout(database, caller, input, context))
  })
  serve(router, app, contract.askPayment, async ({ caller, body }) => {
    await app.limits.checkoutsByAccount.take(String(caller.accountId))
    const status = await askAboutOrder(database, caller, body.trade_no, { now: app.now(), log: app.log })
    return { trade_no: body.trade_no, status }
  })

  serve(router, app, proofs.proveOrder, async ({ caller, body }) => {
    await app.limits.checkoutsByAccount.take(String(caller.accountId))
    if (body.file) await app.limits.proofFilesByAccount.take(String(caller.accountId))
    const input = { tradeNo: body.trade_no, proof: body.proof ?? null, file: body.file ?? null }
    await proveAttempt(database, caller, input, app.now())
  })
  serve(router, app, proofs.orderProof, async ({ caller, query }) => {
    const { order } = await findOrder(db, query.trade_no, caller.accountId)
    const proof = await sentProof(db, order)
    return toWire(proofs.OrderProof, { ...proof, files: proof.files.map(toProofFile) })
  })
  serve(router, app, proofs.readProof, async ({ caller, params }) => {
    const { type, bytes } = await readFile(db, params.id, { accountId: caller.accountId })
    return { type, data: bytes.toString('base64') }
  })
  serve(router, app, ordersAdmin.adminReadProof, async ({ params }) => {
    const { type, bytes } = await readFile(db, params.id, { tradeNo: params.trade_no })
    return { type, data: bytes.toString('base64') }
  })
  serve(router, app, ordersAdmin.adminGetOrder, async ({ caller, origin, params }) => {
    const context = { now: app.now(), settings: app.settings() }
    const { found, attempts, receipts, refunds, files, confirmed, room, ending } = await readOrder(database, params.trade_no, context)
    return {
      order: toAdminOrder(found, origin.language, app.now()),
      attempts: attempts.map((one) => toAttempt(one, files)),
      receipts: receipts.map(toReceipt),
      refunds: refunds.map(toRefund),
      confirmed: confirmed && toWire(ordersAdmin.Confirmation, confirmed),
      // Only staff who can refund see how much can be refunded, and how.
      refundable: room && may(caller.permissions, 'orders.refund') ? toRefundable(room, ending) : null,
    }
  })
  serve(router, app, ordersAdmin.adminRefundOrder, async ({ caller, params, body }) => {
    const { refund_no: refundNo, way, amount, reason, attempt_no: attemptNo = null, end_term: endTerm = null } = body
    const known = { despiteDispute: body.despite_dispute === true }
    const input = { tradeNo: params.trade_no, refundNo, way, amount, reason, attemptNo, endTerm, ...known }
    const refund = await refundOrder(database, caller, input, { now: app.now(), settings: app.settings() })
    const { refunds } = await listPayments(db, refund.orderId)
    const made = refunds.find((one) => one.refund.id === refund.id)
    if (!made) throw new AppError('not_found')
    return toRefund(made)
  })
  serve(router, app, ordersAdmin.adminMarkPaid, async ({ caller, origin, params, body }) => {
    await markPaid(database, caller, { tradeNo: params.trade_no, note: body.note, receipts: body.receipts ?? [] }, app.now())
    return toAdminOrder(await findOrder(db, params.trade_no, null), origin.language, app.now())
  })

  serve(router, app, admin.adminListPaymentMethods, async () => {
    const items = await Promise.all((await listMethods(db)).map(method))
    return { items, total: items.length, drivers: Object.values(drivers).map(({ driver, fields }) => ({ driver, fields })) }
  })
  serve(router, app, admin.adminCreatePaymentMethod, async ({ caller, body }) => {
    return method(await createMethod(database, caller, body, app.now()))
  })
  serve(router, app, admin.adminUpdatePaymentMethod, async ({ caller, params, body }) => {
    return method(await updateMethod(database, caller, params.id, body, app.now()))
  })
  serve(router, app, admin.adminDeletePaymentMethod, ({ caller, params }) => deleteMethod(database, caller, params.id, app.now()))
  serve(router, app, admin.adminSortPaymentMethods, ({ caller, body }) => sortMethods(database, caller, body.ids, app.now()))
}

function toCheckout({ type, data, reference, feeAmount, amount }: CheckedOut): contract.Checkout {
  return { type, data, reference, fee_amount: feeAmount, pay_amount: amount }
}

function toAttempt({ attempt, method }: AttemptOf, files: FileOf[]): ordersAdmin.PaymentAttempt {
  return toWire(ordersAdmin.PaymentAttempt, {
    ...attempt,
    reference: referenceOf(attempt.checkoutType, attempt.externalId),
    methodName: method.name,
    driver: method.driver,
    proofFiles: files.filter((file) => file.attemptId === attempt.id).map(toProofFile),
  })
}

function toProofFile(file: FileOf): proofs.ProofFile {
  return toWire(proofs.ProofFile, file)
}

function toReceipt({ receipt, attempt, method }: ReceiptOf): ordersAdmin.Receipt {
  const open = isUnclear(receipt)
  const valueAmount = open ? worthOf({ receipt, attempt }) : null
  return toWire(ordersAdmin.Receipt, { ...receipt, attemptNo: attempt.attemptNo, methodName: method.name, open, valueAmount })
}

function toRefund({ refund, attemptNo }: RefundOf): ordersAdmin.Refund {
  return toWire(ordersAdmin.Refund, { ...refund, attemptNo })
}

function toRefundable({ total, balance, manual, sources, disputed }: Room, ending: Ending | null): ordersAdmin.Refundable | null {
  if (total === 0) return null
  const gateway = sources.map(({ attempt, method, amount, wholeOnly }) => ({
    attempt_no: attempt.attemptNo,
    method_name: method.name,
    amount,
    whole_only: wholeOnly,
  }))
  const toHeld = ({ plan, expiresAt }: Held) => ({ plan_name: plan, expires_at: expiresAt?.toISOString() ?? null })
  const wire = ending && { before: toHeld(ending.before), after: toHeld(ending.after), credited: ending.credited }
  return { total, balance, manual, gateway, disputed, ending: wire }
}

function toMethod(row: PaymentMethodRow, origin: string, privateAddresses: string[]): admin.PaymentMethod {
  const { fields } = drivers[row.driver]
  const open = fields.filter(({ kind }) => kind !== 'secret')
  return toWire(admin.PaymentMethod, {
    ...row,
    config: Object.fromEntries(open.map(({ key }) => [key, row.config[key] ?? ''])),
    secretsSet: fields.filter(({ key, kind }) => kind === 'secret' && row.config[key]).map(({ key }) => key),
    privateAddresses,
    notifyUrl: notifyUrl(row, origin),
  })
}
