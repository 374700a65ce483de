import * as contract from '@portico/contract/saved-cards'
import type { App } from '../app.ts'
import { messages } from '../http/messages/error-messages.ts'
import type { Language } from '@portico/contract/translations'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { nextRenewal } from '../renewals/next-renewal.ts'
import { stopRenewalByLink } from '../renewals/stop-by-link.ts'
import { type CardOf, canSaveCard, listCards, removeCard } from './saved-cards.ts'
import { isUsable } from '../payments/card-methods.ts'
import { toWire } from '../to-wire.ts'

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
    return toWire(contract.Renewal, { ...next, canSaveCard: canSave, cards: cards.map((one) => toCard(one, origin.language)) })
  })
  serve(router, app, contract.stopRenewal, async ({ origin, body }) => {
    await app.limits.mailLinks.take(origin.network)
    await stopRenewalByLink(database, body.token, app.now())
  })
  serve(router, app, contract.removeSavedCard, ({ caller, params }) => removeCard(database, caller, params.id, app.now()))
}

function toCard({ card, method }: CardOf, language: Language): contract.SavedCard {
  const problem = card.problem && messages[language][card.problem]
  return toWire(contract.SavedCard, { ...card, methodName: inLanguage(method, language).name, usable: isUsable(method), problem })
}
