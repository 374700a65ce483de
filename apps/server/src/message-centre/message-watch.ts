import type { Database } from '../db/client.ts'
import type { Places } from '../processes/places.ts'
import { createWatch, type Watch } from '../processes/watch.ts'
import { type Unread, unreadOf } from './unread.ts'

type Surroundings = { now: () => Date; onError: (error: unknown) => void; lookMs?: number | undefined }
export type MessageWatch = Watch<Unread>

/** Watches an account's number of unread messages, for up to five open tabs. */
export function createMessageWatch({ db }: Database, places: Places, { now, ...watched }: Surroundings): MessageWatch {
  return createWatch(places, { name: 'messages', atOnce: 5, read: (ids) => unreadOf(db, ids, now()), ...watched })
}
