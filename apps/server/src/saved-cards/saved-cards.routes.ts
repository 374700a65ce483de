import * as contract from '@portico/contract/saved-cards'
import type { App } from '../app.ts'
import { messages } from '../http/messages/error-messages.ts'
import type { Language } from '@portico/contract/translations'
import { ok, type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { nextRenewal } from '../renewals/next-renewal.ts'
import { stopRenewalByLink } from '../renewals/stop-by-link.ts'
import { type CardOf, canSaveCard, listCards, removeCard } from './saved-cards.ts'
import { isUsable } from '../payments/card-methods.ts'

export function savedCardRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, contract.getRenewal, async ({ caller, origin }) => {
    const settings = app.settings()
    const [next, cards, canSave] = await Promise.all([
      nextRenewal(db, caller.accountId, { now: app.now(), settings }),
      listCards(db, caller.accountId),
      canSaveCard(db, settings),
    ])
    const { amount, feeAmount, balance, currency, paidBy } = next
    const saved = cards.map((one) => toCard(one, origin.language))
    return { amount, fee_amount: feeAmount, balance, currency, paid_by: paidBy, can_save_card: canSave, cards: saved }
  })
  serve(router, app, contract.stopRenewal, async ({ origin, body }) => {
    await app.limits.mailLinks.take(origin.network)
    await stopRenewalByLink(database, body.token, app.now())
    return ok
  })
  serve(router, app, contract.removeSavedCard, async ({ caller, params }) => {
    await removeCard(database, caller, params.id, app.now())
    return ok
  })
}

function toCard({ card, method }: CardOf, language: Language): contract.SavedCard {
  return {
    id: card.id,
    method_name: inLanguage(method, language).name,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    usable: isUsable(method),
    problem: card.problem && messages[language][card.problem],
    created_at: card.createdAt.toISOString(),
  }
}
