import { fetchMessages, followMessages } from '@portico/contract/message-centre'
import { listNotices } from '@portico/contract/notices'
import { createStore } from '../store.ts'
import { call } from './call.ts'
import { follow } from './follow.ts'
import { invalidate } from './query.ts'

/** Number of the caller's unread messages, as last heard. */
export const unreadMessages = createStore(0)

/**
 * Keeps `unreadMessages`, and the lists on the screen, up to date until `left` aborts or the session is over: by the server's stream while
 * this tab can be seen, and by asking while the stream fails.
 */
export async function followUnread(left: AbortSignal): Promise<void> {
  let version: string | undefined
  await follow(followMessages, left, {
    onState: (state) => {
      unreadMessages.set(state.unread)
      if (version !== undefined && version !== state.version) void invalidate(fetchMessages, listNotices)
      version = state.version
    },
    ask: async () => unreadMessages.set((await call(fetchMessages, { body: { page_size: 1 } }, { background: true })).unread),
  })
}
