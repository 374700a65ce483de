import { json, listen, type Reply } from './gateways/listen.ts'

type Data = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- as the Bot API: read by the assertions of each test
export type BotCall = { method: string; data: Data; at: number }
type Sent = { message_id: number; chat: number; text: string; data: Data }

export const BOT = { id: 4242, username: 'portico_test_bot', first_name: 'Portico' }
export const TOKEN = `${BOT.id}:AAtest-token-of-thirty-five-letters`

/**
 * A server that speaks the Bot API: calls over HTTP, long polling with an offset, webhooks with their secret, limits per chat, blocked
 * chats, and texts that it refuses when their HTML is broken.
 */
export async function startTelegram() {
  const calls: BotCall[] = []
  const sent: Sent[] = []
  /** What people wrote, by its number. */
  const texts = new Map<number, Data>()
  const blocked = new Set<number>()
  /** Groups that became supergroups, with their new ids. */
  const moved = new Map<number, number>()
  const files = new Map<string, Buffer>()
  /** How often each chat still answers 429, and with which pause. */
  const limits = new Map<number, { times: number; seconds: number }>()
  const faults: { status: number; body: object }[] = []
  const waiting: Data[] = []
  const polls = new Set<() => void>()
  let webhook: { url: string; secret: string } | null = null
  let complaint: string | undefined
  let token = TOKEN
  let update = 10_000
  let message = 0
  let atOnce = 0
  let mostPolls = 0

  const ok = (result: unknown): Reply => json({ ok: true, result })
  const no = (status: number, description: string, parameters?: object): Reply =>
    json({ ok: false, error_code: status, description, ...(parameters && { parameters }) }, status)

  async function answer(path: string, data: Data): Promise<Reply> {
    const file = /^\/file\/bot([^/]+)\/photos\/(\w+)\.jpg$/.exec(path)
    if (file) return file[1] === token && files.has(file[2]!) ? { body: files.get(file[2]!)! } : no(404, 'Not Found')
    const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    if (given === undefined) return no(404, 'Not Found')
    if (given !== token) return no(401, 'Unauthorized')
    calls.push({ method, data, at: Date.now() })
    const fault = faults.shift()
    if (fault) return json(fault.body, fault.status)
    const chat = Number(data['chat_id'] ?? 0)
    const to = moved.get(chat)
    if (to !== undefined) return no(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: to })
    if (method === 'getFile') return ok({ file_id: data['file_id'], file_path: `photos/${data['file_id']}.jpg` })
    if (method === 'getMe') return ok({ ...BOT, is_bot: true })
    if (method === 'setWebhook') {
      if (!/^[\w-]{1,256}$/.test(data['secret_token'] ?? '')) return no(400, 'Bad Request: secret token contains unallowed characters')
      webhook = { url: data['url'], secret: data['secret_token'] }
      return ok(true)
    }
    if (method === 'deleteWebhook') {
      webhook = null
      return ok(true)
    }
    if (method === 'getWebhookInfo')
      return ok({ url: webhook?.url ?? '', pending_update_count: waiting.length, last_error_message: complaint })
    if (method === 'getUpdates') return poll(data)
    if (method === 'sendMessage') return send(chat, data)
    if (method === 'sendDocument') {
      const name = data['filename']
      sent.push({ message_id: ++message, chat, text: `${name}: ${data['caption']}`, data })
      return ok({
        message_id: message,
        chat: { id: chat, type: 'private' },
        date: 0,
        document: { file_id: 'f', file_unique_id: 'f', file_name: name },
      })
    }
    if (method === 'deleteMessage') {
      const index = sent.findIndex((one) => one.chat === chat && one.message_id === data['message_id'])
      if (index < 0) return no(400, 'Bad Request: message to delete not found')
      sent.splice(index, 1)
      return ok(true)
    }
    const known = [
      'setMyCommands',
      'setMyDescription',
      'setMyShortDescription',
      'answerCallbackQuery',
      'approveChatJoinRequest',
      'declineChatJoinRequest',
      'banChatMember',
      'unbanChatMember',
    ]
    return known.includes(method) ? ok(true) : no(404, 'Not Found: method not found')
  }

  function send(chat: number, data: Data): Reply {
    const limit = limits.get(chat)
    if (limit && limit.times > 0) {
      limit.times--
      return no(429, `Too Many Requests: retry after ${limit.seconds}`, { retry_after: limit.seconds })
    }
    if (blocked.has(chat)) return no(403, 'Forbidden: bot was blocked by the user')
    const text = String(data['text'] ?? '')
    if (text === '') return no(400, 'Bad Request: message text is empty')
    if (data['parse_mode'] === 'HTML') {
      const fault = htmlFault(text)
      if (fault) return no(400, `Bad Request: can't parse entities: ${fault}`)
    }
    if (shown(text).length > 4096) return no(400, 'Bad Request: message is too long')
    const buttons: Data[] = (data['reply_markup']?.inline_keyboard ?? []).flat()
    const bad = buttons.find(({ url, callback_data: press }) =>
      url === undefined ? Buffer.byteLength(press ?? '') > 64 : !/^https?:\/\/[^/]+\.[^/]+/.test(url),
    )
    if (bad) return no(400, 'Bad Request: BUTTON_INVALID')
    message++
    sent.push({ message_id: message, chat, text, data })
    return ok({ message_id: message, chat: { id: chat, type: chat < 0 ? 'supergroup' : 'private' }, date: 0, text: shown(text) })
  }

  async function poll(data: Data): Promise<Reply> {
    if (webhook) return no(409, "Conflict: can't use getUpdates method while webhook is active")
    const offset = Number(data['offset'] ?? 0)
    const confirmed = waiting.findIndex((one) => one['update_id'] >= offset)
    waiting.splice(0, confirmed < 0 ? waiting.length : confirmed)
    if (waiting.length === 0 && Number(data['timeout'] ?? 0) > 0) {
      mostPolls = Math.max(mostPolls, ++atOnce)
      await new Promise<void>((done) => polls.add(done))
      atOnce--
    }
    return ok(waiting.slice(0, 100))
  }

  const { url, stop } = await listen(({ path, raw }) =>
    answer(path, raw.startsWith('--') ? fieldsIn(raw) : raw.startsWith('{') ? JSON.parse(raw) : {}),
  )

  /** Sends an update to the webhook as Telegram does; returns the status of the answer. */
  async function deliver(data: Data, headers: Record<string, string> = {}): Promise<number> {
    const secret: Record<string, string> = webhook ? { 'x-telegram-bot-api-secret-token': webhook.secret } : {}
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...secret, ...headers }, body: JSON.stringify(data) }
    const { status } = await fetch(webhook?.url ?? url, init)
    return status
  }

  const person = (id: number, language = 'en') => ({
    id,
    is_bot: false,
    first_name: `Person ${id}`,
    username: `person${id}`,
    language_code: language,
  })
  /** The parts of an update with a text, a pressed button, a request to join. */
  const textOf = (from: ReturnType<typeof person>, text: string, more: Data = {}): Data => {
    const own = {
      message_id: ++message,
      date: 1,
      chat: { id: from.id, type: 'private' },
      from,
      text,
      ...(/^\/\w+/.test(text) && { entities: [{ type: 'bot_command', offset: 0, length: /^\/[\w@]+/.exec(text)![0].length }] }),
      ...more,
    }
    texts.set(own.message_id, own)
    return { update_id: ++update, message: own }
  }
  const pressOf = (from: ReturnType<typeof person>, one: Sent, data: string, original?: Data): Data => ({
    update_id: ++update,
    callback_query: {
      id: String(update),
      from,
      chat_instance: 'x',
      data,
      message: {
        message_id: one.message_id,
        date: 1,
        chat: { id: one.chat, type: 'private' },
        text: shown(one.text),
        ...(original && { reply_to_message: original }),
      },
    },
  })
  const joinOf = (from: ReturnType<typeof person>, group: number): Data => ({
    update_id: ++update,
    chat_join_request: { chat: { id: group, type: 'supergroup', title: 'Members <3' }, from, user_chat_id: from.id, date: 1 },
  })

  return {
    url,
    calls,
    sent,
    texts,
    blocked,
    moved,
    files,
    limits,
    faults,
    person,
    textOf,
    pressOf,
    joinOf,
    deliver,
    webhook: () => webhook,
    /** What the Bot API then says of the last call of the webhook. */
    complain: (text: string) => {
      complaint = text
    },
    /** Puts an update where polling finds it. */
    queue: (...data: Data[]) => {
      waiting.push(...data)
      for (const done of polls) done()
      polls.clear()
    },
    waiting: () => waiting.length,
    mostPolls: () => mostPolls,
    revoke: () => {
      token = 'revoked'
    },
    renew: () => {
      token = TOKEN
    },
    /** What a chat shows, oldest first. */
    chat: (id: number) => sent.filter((one) => one.chat === id).map(({ text }) => shown(text)),
    last: (id: number) => sent.findLast((one) => one.chat === id),
    called: (method: string) => calls.filter((one) => one.method === method).map(({ data }) => data),
    stop: async () => {
      for (const done of polls) done()
      await stop()
    },
  }
}
export type TelegramServer = Awaited<ReturnType<typeof startTelegram>>

/** Fields of a form with a file, and the file's name and content. */
function fieldsIn(raw: string): Data {
  const fields = [...raw.matchAll(/name="?(\w+)"?\r\n(?:content-type: text[^\r]*\r\n)?\r\n([^\r]*)\r\n/gi)].map(([, name, value]) => [
    name,
    value,
  ])
  const [, filename, content] = /filename="?([^"\r;]+)"?[^]*?\r\n\r\n([^]*?)\r\n--/.exec(raw) ?? []
  return { ...Object.fromEntries(fields), filename, content }
}

/** The text of a message in HTML, as people see it. */
function shown(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? '')
}

/** What is wrong with the HTML of a text; null: nothing. Attributes are not expected. */
function htmlFault(html: string): string | null {
  const open: string[] = []
  for (const [tag, slash, name = ''] of html.matchAll(/<(\/?)([^>]*)>?/g)) {
    if (!tag.endsWith('>') || !['b', 'i', 'code'].includes(name)) return `unsupported start tag "${name}"`
    if (slash === '') open.push(name)
    else if (open.pop() !== name) return `unmatched end tag ${name}`
  }
  return open.length > 0 ? `can't find end tag of ${open.at(-1)}` : null
}
