import { MessageTemplate } from '@portico/contract/message-placeholders'
import { MessageText, type MessageTextInput } from '@portico/contract/messages-admin'
import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { builtinTexts } from './builtin-texts.ts'
import { messageTexts } from './message-texts.table.ts'
import type { Language } from '@portico/contract/translations'

export type StoredText = MessageText & { template: MessageTemplate; language: Language; changedAt: Date | null }

/** The text to send now, with the footnote. */
export async function readText(db: Db, template: MessageTemplate, language: Language): Promise<MessageText & { foot: string }> {
  const [own] = await db.select().from(messageTexts).where(is(template, language))
  return { ...builtinTexts[language][template], ...(own && MessageText.parse(own)) }
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

/** May be called twice. */
export async function saveText(database: Database, by: Actor, input: MessageTextInput, now: Date): Promise<StoredText> {
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

/** Removes the operator's text. May be called twice. */
export async function resetText(
  database: Database,
  by: Actor,
  { template, language }: Pick<MessageTextInput, 'template' | 'language'>,
  now: Date,
): Promise<StoredText> {
  return database.transaction(async (tx) => {
    const before = await lockText(tx, template, language)
    const after = builtin(template, language)
    await tx.delete(messageTexts).where(is(template, language))
    await recordChange(tx, by, { action: 'message_text.reset', before, after }, now)
    return after
  })
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
