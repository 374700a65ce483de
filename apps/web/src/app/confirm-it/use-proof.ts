import { confirmSession } from '@portico/contract/auth'
import { type SubmitEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'

type Proof = z.input<NonNullable<(typeof confirmSession)['body']>>

/** Sends a proof of who is there. `gather` returns null when the user stopped; a refusal becomes `error`. */
export function useProof(gather: () => Promise<Proof | null> | Proof | null, onConfirmed: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const submit = async (event?: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event?.preventDefault()
    // A form in a dialog is still inside its page's form, as React sees it.
    event?.stopPropagation()
    setBusy(true)
    setError('')
    try {
      const body = await gather()
      if (!body) return
      await call(confirmSession, { body })
      onConfirmed()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 422) setError(Object.values(failure.fields)[0]?.[0] ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, submit }
}
