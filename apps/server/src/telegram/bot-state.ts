import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database, Db, Tx } from '../db/client.ts'
import type { Reseal, SecretBox } from '../db/secret-box.ts'
import { type TelegramBotRow, telegramBot } from './telegram.table.ts'

const PLACE = 'telegram_bot/1/webhook_secret'
const ONE = 1

/** Bot as last known by Telegram; null: never asked. */
export async function readBot(db: Db): Promise<TelegramBotRow | null> {
  const [row] = await db.select().from(telegramBot).where(eq(telegramBot.id, ONE))
  return row ?? null
}

export async function noteBot(db: Db, values: Partial<TelegramBotRow>): Promise<void> {
  await db
    .insert(telegramBot)
    .values({ ...values, id: ONE })
    .onConflictDoUpdate({ target: telegramBot.id, set: values })
}

/** A new secret for webhook calls. Throws `secret.no_key`. */
export function newWebhookSecret(secrets: SecretBox): { secret: string; sealed: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, sealed: secrets.seal(PLACE, secret) }
}

/** Whether a call comes from Telegram. Takes as long for every wrong secret. */
export async function isFromTelegram({ db, secrets }: Database, given: string): Promise<boolean> {
  const stored = (await readBot(db))?.webhookSecret
  if (stored == null) return false
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secrets.open(PLACE, stored)))
}

export async function resealBot(tx: Tx, reseal: Reseal): Promise<void> {
  const [row] = await tx.select().from(telegramBot).where(eq(telegramBot.id, ONE)).for('update')
  if (row?.webhookSecret == null) return
  const webhookSecret = reseal(PLACE, row.webhookSecret)
  // Without its secret, the webhook is set again.
  if (webhookSecret !== row.webhookSecret)
    await tx
      .update(telegramBot)
      .set({ webhookSecret, ...(webhookSecret === null && { applied: '' }) })
      .where(eq(telegramBot.id, ONE))
}
