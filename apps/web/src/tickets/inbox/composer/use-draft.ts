import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useWho } from '../../../api/who.ts'

const Draft = z.object({
  mode: z.enum(['reply', 'note']),
  reply: z.string(),
  note: z.string(),
  /** The last message that was there when the reply was begun; null: it is empty. */
  seen: z.nullable(z.int()),
})
export type ReplyDraft = z.output<typeof Draft>
const empty: ReplyDraft = { mode: 'reply', reply: '', note: '', seen: null }

/** What was written for a ticket and not sent. It stays on this device, for this person. */
export function useReplyDraft(ticketId: number): [ReplyDraft, (change: Partial<ReplyDraft>) => void] {
  const name = `portico.ticket.${useWho().id}.${ticketId}`
  const [draft, setDraft] = useState(() => read(name))
  useEffect(() => keep(name, draft), [name, draft])
  return [draft, (change) => setDraft((now) => ({ ...now, ...change }))]
}

function read(name: string): ReplyDraft {
  try {
    return Draft.parse(JSON.parse(localStorage.getItem(name) ?? 'null'))
  } catch {
    return empty
  }
}

function keep(name: string, draft: ReplyDraft): void {
  try {
    if (draft.reply === '' && draft.note === '') localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // The storage is full or forbidden: the text is still in the field.
  }
}
