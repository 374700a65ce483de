import { may } from '@portico/contract/access'
import { MessageTemplate, permissionToEdit } from '@portico/contract/message-placeholders'
import { isUnsafe, MessageText, type MessageTextInput } from '@portico/contract/messages-admin'
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { builtinTexts } from './builtin-texts.ts'
import { messageTexts } from './message-texts.table.ts'
import type { Language } from '@portico/contract/translations'

export type StoredText = MessageText & { template: MessageTemplate; language: Language; changedAt: Date | null }

/** Source of a message; `foot` is always built in. */
export type TextSource = MessageText & { template: MessageTemplate; foot: string }

/** The text to send now. An operator's text that would give its secret away is passed over. */
export async function readText(db: Db, template: MessageTemplate, language: Language): Promise<TextSource> {
  const [own] = await db.select().from(messageTexts).where(is(template, language))
  return { ...builtinTexts[language][template], ...(own && !isUnsafe(template, own) && MessageText.parse(own)), template }
}

/** Operators' texts that are skipped because they would expose a secret. */
export async function unsafeTexts(db: Db): Promise<Pick<StoredText, 'template' | 'language'>[]> {
  const rows = await db.select().from(messageTexts).orderBy(messageTexts.template, messageTexts.language)
  return rows.filter((row) => isUnsafe(row.template, row))
}

/** Every text in both languages; `changedAt` is null for built-in ones. */
export async function listTexts(db: Db): Promise<StoredText[]> {
  const rows = await db.select().from(messageTexts)
  return MessageTemplate.options.flatMap((template) =>
    (['en', 'zh-CN'] as const).map((language) => {
      const own = rows.find((row) => row.template === template && row.language === language)
      return own ?? builtin(template, language)
    }),
  )
}

/** Saves an operator's text. May be repeated. Throws `message.text_locked`. */
export async function saveText(database: Database, by: Actor, input: MessageTextInput, now: Date): Promise<StoredText> {
  refuseLocked(by, input.template)
  return database.transaction(async (tx) => {
    const before = await lockText(tx, input.template, input.language)
    const row = { ...input, changedAt: now }
    await tx
      .insert(messageTexts)
      .values(row)
      .onConflictDoUpdate({ target: [messageTexts.template, messageTexts.language], set: row })
    await recordChange(tx, by, { action: 'message_text.update', before, after: row }, now)
    return row
  })
}

/** Removes the operator's text. May be called twice. Throws `message.text_locked`. */
export async function resetText(
  database: Database,
  by: Actor,
  { template, language }: Pick<MessageTextInput, 'template' | 'language'>,
  now: Date,
): Promise<StoredText> {
  refuseLocked(by, template)
  return database.transaction(async (tx) => {
    const before = await lockText(tx, template, language)
    const after = builtin(template, language)
    await tx.delete(messageTexts).where(is(template, language))
    await recordChange(tx, by, { action: 'message_text.reset', before, after }, now)
    return after
  })
}

function refuseLocked(by: Actor, template: MessageTemplate): void {
  if (!may(by.permissions, permissionToEdit(template))) throw new AppError('message.text_locked')
}

async function lockText(tx: Tx, template: MessageTemplate, language: Language): Promise<StoredText> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.message_texts'))`)
  const [own] = await tx.select().from(messageTexts).where(is(template, language))
  return own ?? builtin(template, language)
}

async function recordChange(
  tx: Tx,
  by: Actor,
  { action, before, after }: { action: string; before: StoredText; after: StoredText },
  now: Date,
): Promise<void> {
  const id = `${after.template}/${after.language}`
  await record(tx, by, { action, entity: 'message_text', id, before: MessageText.parse(before), after: MessageText.parse(after) }, now)
}

function builtin(template: MessageTemplate, language: Language): StoredText {
  return { ...MessageText.parse(builtinTexts[language][template]), template, language, changedAt: null }
}

const is = (template: MessageTemplate, language: Language) => and(eq(messageTexts.template, template), eq(messageTexts.language, language))
