import type { Channel } from '../events/channel.ts'
import { mailReminder } from './mail-channel.ts'
import type { PushPost } from './push/push-member.ts'
import { pushReminder } from './push-channel.ts'
import { reminderChannel } from './reminder-channel.ts'

/** How members are reminded besides the site itself. */
export function reminderChannels(post: PushPost): Channel[] {
  return [
    reminderChannel(post, 'mail', (event) => mailReminder(post, event)),
    reminderChannel(post, 'push', (event) => pushReminder(post, event)),
  ]
}
