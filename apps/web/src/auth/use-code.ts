import { type CodePurpose, sendEmailCode, sendPhoneCode } from '@portico/contract/codes'
import { useState } from 'react'
import { ApiError, call } from '../api/call.ts'
import type { Address } from './address-field.tsx'

interface SentCode {
  id: string
  to: Address
  /** When the next code may be requested, in Unix ms. */
  again: number
}

/** A code that is asked for in one step and entered in the next. */
export function useCode(purpose: CodePurpose) {
  const [sent, setSent] = useState<SentCode | null>(null)
  const [isShown, setIsShown] = useState(false)
  const [refusedUntil, setRefusedUntil] = useState(0)

  /** Sends a code and goes on. Someone who comes back with the same address goes on with the code they have. */
  async function send(to: Address): Promise<void> {
    const isWaiting = sent !== null && JSON.stringify(sent.to) === JSON.stringify(to) && Date.now() < sent.again
    if (!isWaiting) {
      const answer = await ask(to, purpose).catch((error: unknown) => {
        setRefusedUntil(Date.now() + retryAfter(error) * 1000)
        throw error
      })
      setSent({ id: answer.code_id, to, again: Date.now() + answer.wait * 1000 })
    }
    setIsShown(true)
  }
  // `refusedUntil`: in milliseconds since 1970; too many codes were asked for.
  return { send, change: () => setIsShown(false), sent: isShown ? sent : null, refusedUntil }
}
export type CodeInUse = ReturnType<typeof useCode>

function ask(to: Address, purpose: CodePurpose) {
  return 'email' in to ? call(sendEmailCode, { body: { ...to, purpose } }) : call(sendPhoneCode, { body: { ...to, purpose } })
}

/** Seconds to wait before a retry; 0: another error. */
function retryAfter(error: unknown): number {
  if (!(error instanceof ApiError) || error.status !== 429) return 0
  const { retry_after: wait } = (error.details ?? {}) as { retry_after?: unknown }
  return Number.isSafeInteger(wait) ? Number(wait) : 0
}

export function addressText(to: Address): string {
  return 'email' in to ? to.email : to.phone
}
