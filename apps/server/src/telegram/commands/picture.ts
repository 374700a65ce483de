import { MAX_TICKET_FILE_BYTES } from '@portico/contract/tickets'
import type { Message } from 'grammy/types'
import { AppError } from '../../errors.ts'
import { uploadTicketFile } from '../../tickets/ticket-files.ts'
import { readFile } from '../bot-api.ts'
import type { BotContext } from './bot-context.ts'

type Part = { file_id: string; file_size?: number; file_name?: string }

/** The picture of a message in its largest size, or its file if that is a picture; null: it has none. */
export function pictureOf({ photo, document }: Pick<Message, 'photo' | 'document'>): Part | null {
  if (document && document.mime_type?.startsWith('image/')) return document
  return photo?.at(-1) ?? null
}

/**
 * Stores a picture for a ticket of who wrote. Throws `file.too_large`, `file.storage_down` if Telegram does not give it, and as `uploadTicketFile`.
 */
export async function storePicture({ app, who }: BotContext, part: Part): Promise<number[]> {
  if (!who) return []
  const tooLarge = new AppError('file.too_large')
  if ((part.file_size ?? 0) > MAX_TICKET_FILE_BYTES) throw tooLarge
  const bytes = await readFile(app.settings(), part.file_id, MAX_TICKET_FILE_BYTES).catch(() => {
    throw new AppError('file.storage_down')
  })
  if (bytes === null) throw tooLarge
  const by = { ...who.actor, accountId: who.accountId }
  const { id } = await uploadTicketFile(app, by, { name: part.file_name ?? 'picture.jpg', bytes: Buffer.from(bytes) })
  return [id]
}
