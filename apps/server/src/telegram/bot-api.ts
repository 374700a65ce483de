import type { Settings } from '@portico/contract/settings-admin'
import { Api, GrammyError, HttpError } from 'grammy/web'
import type { BotFault } from '@portico/contract/telegram-admin'
import { messageOf } from '../log.ts'
import { readAtMost } from '../outgoing/read-at-most.ts'

const PATIENCE_S = 10
/** Seconds for which Telegram may hold a call for updates. */
export const POLL_S = 25

/** Why Telegram does not do what it was asked. */
export class BotProblem extends Error {
  override name = 'BotProblem'
  readonly fault: BotFault
  constructor(fault: BotFault, message = '') {
    super(message || fault)
    this.fault = fault
  }
}

export type BotSettings = Pick<
  Settings,
  'bot.on' | 'bot.token' | 'bot.api_url' | 'bot.mode' | 'site.url' | 'brand.intro' | 'brand.intro_en' | 'brand.intro_zh'
>

export function isOn(settings: BotSettings): boolean {
  return settings['bot.on'] && settings['bot.token'] !== ''
}

/** The id in front of a token, which stays when the token is replaced. */
export function botIdOf(settings: BotSettings): number {
  return Number(settings['bot.token'].split(':')[0])
}

const apiRoot = (settings: BotSettings): string => settings['bot.api_url'] || 'https://api.telegram.org'

/** The Bot API at the server that is set. It is followed nowhere else: the token is in every address. */
export function botApi(settings: BotSettings, seconds = PATIENCE_S): Api {
  return new Api(settings['bot.token'], {
    apiRoot: apiRoot(settings),
    timeoutSeconds: seconds,
    baseFetchConfig: { redirect: 'error' },
  })
}

/** The bytes of a file that somebody sent; null: there are more. Throws if Telegram does not give it. */
export async function readFile(settings: BotSettings, fileId: string, mostBytes: number): Promise<Uint8Array | null> {
  const { file_path: path } = await botApi(settings).getFile(fileId)
  if (path === undefined) throw new BotProblem('unusable')
  const url = `${apiRoot(settings)}/file/bot${settings['bot.token']}/${path.split('/').map(encodeURIComponent).join('/')}`
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_S * 1000) }).catch(() => null)
  // The address has the token, so no error of its own is passed on.
  if (!answer?.ok) throw new BotProblem('unreachable')
  return readAtMost(answer.body, mostBytes)
}

/** Why a call failed. grammY's texts never have the token. */
export function problemOf(error: unknown): BotProblem {
  if (error instanceof BotProblem) return error
  if (error instanceof GrammyError) {
    // A wrong token is "Unauthorized", or "Not Found" if it cannot even be one.
    const isToken = error.error_code === 401 || error.error_code === 404
    return new BotProblem(isToken ? 'bad_token' : 'refused', error.description)
  }
  if (error instanceof HttpError) {
    const isAnswer = error.error instanceof SyntaxError
    return new BotProblem(isAnswer ? 'unusable' : 'unreachable')
  }
  return new BotProblem('unreachable', messageOf(error))
}
