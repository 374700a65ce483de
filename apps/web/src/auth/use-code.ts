import { type CodePurpose, sendEmailCode, sendPhoneCode } from '@portico/contract/codes'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Address } from './address-field.tsx'

interface SentCode {
  id: string
  to: Address
  /** When the next one may be asked for, in milliseconds since 1970. */
  again: number
}

/** A code that is asked for in one step and entered in the next. */
export function useCode(purpose: CodePurpose) {
  const [sent, setSent] = useState<SentCode | null>(null)
  const [isShown, setIsShown] = useState(false)

  /** Sends a code and goes on. Someone who comes back with the same address goes on with the code they have. */
  async function send(to: Address): Promise<void> {
    const isWaiting = sent !== null && JSON.stringify(sent.to) === JSON.stringify(to) && Date.now() < sent.again
    if (!isWaiting) {
      const answer =
        'email' in to ? await call(sendEmailCode, { body: { ...to, purpose } }) : await call(sendPhoneCode, { body: { ...to, purpose } })
      setSent({ id: answer.code_id, to, again: Date.now() + answer.wait * 1000 })
    }
    setIsShown(true)
  }
  return { send, change: () => setIsShown(false), sent: isShown ? sent : null }
}
export type CodeInUse = ReturnType<typeof useCode>

export function addressText(to: Address): string {
  return 'email' in to ? to.email : to.phone
}
