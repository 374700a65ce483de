import { Composer } from 'grammy/web'
import { escapeMarkup } from '../../escape-markup.ts'
import { chooseLanguage, unbind } from '../bindings.ts'
import { wordsIn } from '../texts/words.ts'
import type { BotContext, Commands } from './bot-context.ts'

/** Commands for language and disconnecting. */
export function settingCommands(): Commands {
  const all = new Composer<BotContext>()
  all.command('language', (c) =>
    c.say(c.words('languageAsk'), [
      [
        { text: 'English', callback_data: 'language:en' },
        { text: '中文', callback_data: 'language:zh-CN' },
      ],
    ]),
  )
  all.callbackQuery(/^language:(en|zh-CN)$/, async (c) => {
    const language = c.match[1] === 'en' ? 'en' : 'zh-CN'
    await chooseLanguage(c.app.database.db, c.from.id, language)
    await c.say(wordsIn(language)('languageSet'))
  })
  all.command('unbind', ({ who, words, say }) =>
    say(words('unbindAsk', { label: escapeMarkup(who?.label ?? '') }), [
      [
        { text: words('unbindYes'), callback_data: 'unbind:yes' },
        { text: words('unbindNo'), callback_data: 'unbind:no' },
      ],
    ]),
  )
  all.callbackQuery('unbind:yes', async (c) => {
    if (!c.who) return
    await unbind(c.app.database, c.who.actor, c.app.now())
    // From here on, the chat belongs to no member.
    c.who = null
    await c.say(c.words('unbound'))
  })
  all.callbackQuery('unbind:no', (c) => c.say(c.words('kept')))
  return all
}
