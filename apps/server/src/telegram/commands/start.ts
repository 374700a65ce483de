import { Composer } from 'grammy/web'
import { escapeMarkup } from '../../escape-markup.ts'
import { settingIn } from '../../in-language.ts'
import { bind } from '../bindings.ts'
import { wordsIn } from '../texts/words.ts'
import { linkButton } from '../link-button.ts'
import type { BotContext, Commands } from './bot-context.ts'

const CODE = /^[\w-]{43}$/

/** Greeting, and connecting an account with a code: as `/start <code>` or alone. */
export function startCommands(): Commands {
  const all = new Composer<BotContext>()
  all.command('start', (c) => (CODE.test(c.match) ? connect(c, c.match) : greet(c)))
  all.hears(CODE, (c) => connect(c, c.message?.text ?? ''))
  return all
}

async function connect(c: BotContext, code: string): Promise<void> {
  const { app, from } = c
  if (!from) return
  const name = (from.username ? `@${from.username}` : [from.first_name, from.last_name].filter(Boolean).join(' ')).slice(0, 100)
  const { result, label, language } = await bind(app.database, { id: from.id, name, language: c.language }, code, app.now())
  const words = language ? wordsIn(language) : c.words
  if (result === 'invalid') return c.say(words('codeInvalid'), linkButton(words('openProfile'), c.page('/user/profile/index')))
  if (result === 'taken') return c.say(words('codeTaken'))
  if (result === 'other') return c.say(words('codeOther'))
  const who = escapeMarkup(label ?? '')
  await c.say(result === 'again' ? words('boundAgain', { label: who }) : `${words('bound', { label: who })}\n${words('commands')}`)
}

async function greet({ app, who, words, language, say, page }: BotContext): Promise<void> {
  const site = escapeMarkup(settingIn(app.settings(), 'site.title', language))
  if (!who) return say(words('helloStranger', { site }), linkButton(words('openProfile'), page('/user/profile/index')))
  if (who.isBanned) return say(words('suspended'))
  await say(`${words('hello', { site, label: escapeMarkup(who.label) })}\n${words('commands')}`)
}
