import { Composer } from 'grammy/web'
import type { Update } from 'grammy/types'
import type { App } from '../../app.ts'
import { AppError } from '../../errors.ts'
import { noteBlocked } from '../bindings.ts'
import { readBot } from '../bot-state.ts'
import { guardGroup } from '../guard-group.ts'
import { linkButton } from '../link-button.ts'
import { send } from '../outbox.ts'
import { followGroup } from '../refusing-chats.ts'
import { type BotContext, type Commands, contextOf } from './bot-context.ts'
import { groupCommands } from './in-groups.ts'
import { settingCommands } from './settings.ts'
import { startCommands } from './start.ts'
import { ticketCommands } from './tickets.ts'
import { usageCommands } from './usage.ts'
import { wordsFor } from '../texts/words.ts'

const commands = build()
const nothing = (): Promise<void> => Promise.resolve()

/** Does what one update asks for. Refusals are answers; anything thrown is a bug, or a database that does not answer. */
export async function handleUpdate(app: App, update: object): Promise<void> {
  const bot = await readBot(app.database.db)
  if (!bot) return
  // `asUpdate` has checked what decides where it goes; the rest is Telegram's to keep.
  const context = await contextOf(app, bot, update as Update)
  if (context.callbackQuery) await stopSpinner(context)
  try {
    await commands.middleware()(context, nothing)
  } catch (error) {
    const inner = error instanceof Error && error.cause ? error.cause : error
    if (!(inner instanceof AppError)) throw inner
    const { words } = context
    await context.say(words(wordsFor(inner.code)))
  }
}

/** Ends the waiting sign of a pressed button. */
async function stopSpinner({ app, from, callbackQuery }: BotContext): Promise<void> {
  const answer = { method: 'answerCallbackQuery', data: { callback_query_id: callbackQuery?.id } }
  await app.database.transaction((tx) => send(tx, [{ ...answer, chatId: from?.id ?? 0, accountId: null }], app.now()))
}

function build(): Commands {
  const all = new Composer<BotContext>()
  all.on('chat_join_request', guardGroup)
  all.on('my_chat_member', async (c) => {
    const isGone = c.myChatMember.new_chat_member.status === 'kicked'
    if (isGone && c.chat.type === 'private') await noteBlocked(c.app.database.db, c.chat.id, c.app.now())
  })
  all.on('message:migrate_to_chat_id', (c) => followGroup(c.app, c.chat.id, c.message.migrate_to_chat_id))
  all.filter((c) => c.chat !== undefined && c.chat.type !== 'private').use(groupCommands())
  const alone = all.chatType('private')
  alone.use(startCommands())
  // From here on, only for members.
  alone.use(async (c, next) => {
    if (!c.who) return c.say(c.words('notBound'), linkButton(c.words('openProfile'), c.page('/user/profile/index')))
    if (c.who.isBanned) return c.say(c.words('suspended'))
    return next()
  })
  alone.use(usageCommands(), settingCommands(), ticketCommands())
  return all
}
