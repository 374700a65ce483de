import { fetchMessages, markMessagesRead } from '@portico/contract/message-centre'
import { call } from '../api/call.ts'
import { unreadMessages } from '../api/unread-messages.ts'
import { useSave } from '../ui/use-save.ts'

/** Marks messages as read. The bell's number falls at once; the stream then corrects it. */
export function useMarkRead() {
  return useSave({
    send: (ids: string[]) => call(markMessagesRead, { body: { ids } }, { background: true }),
    changes: [fetchMessages],
    after: (_, ids) => unreadMessages.set((n) => Math.max(0, n - ids.length)),
  })
}
