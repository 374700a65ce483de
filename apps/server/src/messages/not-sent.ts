import type { MessageFault } from '@portico/contract/messages-admin'
import { isSecret, settingKeys } from '@portico/contract/settings/registry'
import type { Settings } from '@portico/contract/settings-admin'

const MOST_LENGTH = 300

/** `isFinal`: the same message would be refused again. The error's message is what the server answered, for operators to read. */
export class NotSent extends Error {
  readonly fault: MessageFault
  readonly isFinal: boolean

  constructor(fault: MessageFault, answer = '', isFinal = false) {
    super(answer)
    this.fault = fault
    this.isFinal = isFinal
  }
}

export function asNotSent(error: unknown): NotSent {
  return error instanceof NotSent ? error : new NotSent('unexpected', error instanceof Error ? error.message : String(error))
}

/** A server's answer as one short line, without the message's secret and our own: servers may quote the mail they refuse. */
export function safeAnswer(answer: string, settings: Settings, secret: string | null): string | null {
  const hidden = [secret, ...settingKeys.filter(isSecret).map((key) => settings[key])]
  let text = answer
  for (const one of hidden) if (one) text = text.replaceAll(one, '***')
  return (
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, MOST_LENGTH) || null
  )
}
