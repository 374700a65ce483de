import { type Member, PASSWORD, type TestApp } from './harness.ts'
import { startTelegram, TOKEN, type TelegramServer } from './telegram-server.ts'

export type Person = ReturnType<TelegramServer['person']>

/** A Telegram server, a bot that is set up there, and people who write to it. */
export async function openTelegram(t: TestApp, { mode = 'webhook', ...more }: { mode?: string } & Record<string, unknown> = {}) {
  const telegram = await startTelegram()
  const admin = await t.admin()
  const set = (values: Record<string, unknown>) => admin.call('PATCH', '/admin/settings', values)
  await admin.call('POST', '/muser/auth/confirm', { password: PASSWORD })
  const given = { 'bot.on': true, 'bot.api_url': telegram.url, 'bot.token': TOKEN, 'bot.mode': mode, ...more }
  const saved = await set(given)
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  await t.runJobs()
  let people = 700_000

  /** Writes to the bot as this person, and lets the jobs answer. */
  async function writes(who: Person, text: string, parts: Record<string, unknown> = {}): Promise<string[]> {
    const before = telegram.chat(who.id).length
    await telegram.deliver(telegram.textOf(who, text, parts))
    await t.runJobs()
    return telegram.chat(who.id).slice(before)
  }
  async function presses(who: Person, button: string): Promise<string[]> {
    const before = telegram.chat(who.id).length
    const shown = telegram.sent.findLast((one) => one.chat === who.id && JSON.stringify(one.data).includes(`"${button}"`))
    if (!shown) throw new Error(`no message has a button ${button}`)
    const original = telegram.texts.get(Number(shown.data['reply_parameters']?.message_id))
    await telegram.deliver(telegram.pressOf(who, shown, button, original))
    await t.runJobs()
    return telegram.chat(who.id).slice(before)
  }

  return {
    telegram,
    stop: telegram.stop,
    admin,
    set,
    writes,
    presses,
    replies: (who: Person, to: number, text: string) =>
      writes(who, text, { reply_to_message: { message_id: to, date: 1, chat: { id: who.id, type: 'private' }, text: 'whatever' } }),
    person: (language = 'en') => telegram.person(++people, language),
    code: async (member: Member): Promise<string> => (await member.call('POST', '/muser/telegram/code')).body.code,
    /** A member with a chat. */
    connected: async (member: Member, language = 'en') => {
      const who = telegram.person(++people, language)
      const { code } = (await member.call('POST', '/muser/telegram/code')).body
      await writes(who, `/start ${code}`)
      return who
    },
  }
}
