import { type MessageTemplate, permissionToEdit } from '@portico/contract/message-placeholders'
import * as contract from '@portico/contract/messages-admin'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { requireFresh, type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import { type LoggedMessage, listMessages } from './list-messages.ts'
import { hasMail } from './mail/mailer.ts'
import { listTexts, resetText, saveText, type StoredText } from './message-texts.ts'
import { previewText } from './preview-text.ts'
import { canRetry, retryMessage } from './retry-message.ts'
import { smsProvider } from './sms/sms-providers.ts'
import { testMessage } from './test-message.ts'

export function messageRoutes(router: Router, app: App): void {
  const { database } = app

  serve(router, app, contract.adminMessageState, async () => {
    const settings = app.settings()
    return { email: hasMail(settings), sms: smsProvider(settings) !== null }
  })
  serve(router, app, contract.adminListMessages, async ({ query }) => {
    const { items, next } = await listMessages(database.db, query, app.settings()['site.timezone'], query.page_size)
    return { items: items.map(toMessage), next }
  })
  serve(router, app, contract.adminRetryMessage, ({ caller, params }) => retryMessage(database, caller, params.id, app.now()))
  serve(router, app, contract.adminListMessageTexts, async () => toList(await listTexts(database.db), toText))
  const guard = (caller: Caller, template: MessageTemplate): void => {
    if (permissionToEdit(template) === 'settings.security') requireFresh(caller, app.now())
  }
  serve(router, app, contract.adminSaveMessageText, async ({ caller, body }) => {
    guard(caller, body.template)
    return toText(await saveText(database, caller, body, app.now()))
  })
  serve(router, app, contract.adminResetMessageText, async ({ caller, body }) => {
    guard(caller, body.template)
    return toText(await resetText(database, caller, body, app.now()))
  })
  serve(router, app, contract.adminPreviewMessageText, async ({ body }) => previewText(app, body))
  serve(router, app, contract.adminTestMessage, ({ caller, body }) => testMessage(app, caller, body))
}

function toMessage(row: LoggedMessage): contract.Message {
  return toWire(contract.Message, { ...row, nextTryAt: row.status === 'queued' ? row.nextTryAt : null, canRetry: canRetry(row) })
}

function toText({ template, language, changedAt, ...stored }: StoredText): contract.StoredMessageText {
  const text = contract.MessageText.parse(stored)
  const times = { is_custom: changedAt !== null, changed_at: changedAt?.toISOString() ?? null }
  return { template, language, ...text, is_unsafe: contract.isUnsafe(template, text), ...times }
}
