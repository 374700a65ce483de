import { Composer } from 'grammy/web'
import { voidCode } from '../bindings.ts'
import { commandMenus } from '../texts/command-menus.ts'
import type { BotContext, Commands } from './bot-context.ts'

const names = ['start', ...commandMenus.en.map(({ command }) => command)]

/** Commands in groups, where the bot tells nothing about members. Voids a code sent there. */
export function groupCommands(): Commands {
  const all = new Composer<BotContext>()
  all.on('message:text', async (c, next) => {
    const codes = c.message.text.match(/(?<![\w-])[\w-]{43}(?![\w-])/g) ?? []
    const voided = await Promise.all(codes.slice(0, 5).map((code) => voidCode(c.app.database.db, code, c.app.now())))
    return voided.includes(true) ? c.say(c.words('codeInGroup'), chatButton(c)) : next()
  })
  all.command(names, (c) => c.say(c.words('privateOnly'), chatButton(c), { replyTo: c.message?.message_id ?? 0 }))
  return all
}

const chatButton = ({ me, words }: BotContext) => [[{ text: words('openChat'), url: `https://t.me/${me.username}` }]]
