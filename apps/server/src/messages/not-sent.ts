import type { MessageFault } from '@portico/contract/messages-admin'

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

/** A server's answer in one line, short, and without our secrets: a server may quote the mail it refuses. */
export function safeAnswer(answer: string, hidden: (string | null | undefined)[]): string | null {
  let text = answer
  for (const secret of hidden) if (secret) text = text.replaceAll(secret, '***')
  return (
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, MOST_LENGTH) || null
  )
}
