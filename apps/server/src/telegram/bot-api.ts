import type { Settings } from '@portico/contract/settings-admin'
import { Api, GrammyError, HttpError } from 'grammy/web'
import type { BotFault } from '@portico/contract/telegram-admin'
import { messageOf } from '../log.ts'

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

export type BotSettings = Pick<Settings, 'bot.on' | 'bot.token' | 'bot.api_url' | 'bot.mode' | 'site.url'>

export function isOn(settings: BotSettings): boolean {
  return settings['bot.on'] && settings['bot.token'] !== ''
}

/** The id in front of a token, which stays when the token is replaced. */
export function botIdOf(settings: BotSettings): number {
  return Number(settings['bot.token'].split(':')[0])
}

/** The Bot API at the server that is set. It is followed nowhere else: the token is in every address. */
export function botApi(settings: BotSettings, seconds = PATIENCE_S): Api {
  return new Api(settings['bot.token'], {
    apiRoot: settings['bot.api_url'] || 'https://api.telegram.org',
    timeoutSeconds: seconds,
    baseFetchConfig: { redirect: 'error' },
  })
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
