/** An empty draft for a ticket. `seen`: last message when the reply was begun. */
export const EMPTY_REPLY = { mode: 'reply', reply: '', note: '', seen: '' }
export type ReplyDraft = typeof EMPTY_REPLY
