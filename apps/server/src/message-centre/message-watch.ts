import { service } from '../service.ts'
import { createWatch } from '../processes/watch.ts'
import { unreadOf } from './unread.ts'

/** Streams that tell how many messages an account has not read, to up to five open tabs. */
export const messageWatch = service((app) =>
  createWatch(app, {
    name: 'messages',
    atOnce: 5,
    read: (ids) => unreadOf(app.database.db, ids, app.now()),
    fault: 'messages could not be counted',
  }),
)
