/** What is written for a ticket and not sent. `seen`: the last message that was there when the reply was begun. */
export const EMPTY_REPLY = { mode: 'reply', reply: '', note: '', seen: '' }
export type ReplyDraft = typeof EMPTY_REPLY
