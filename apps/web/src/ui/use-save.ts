import { useMutation } from '@tanstack/react-query'
import { invalidate } from '../api/query.ts'
import { showNotice } from '../notice.ts'
import { type FormWithErrors, showFieldErrors } from './form/field-errors.ts'

interface Save<Input, Output> {
  send: (input: Input) => Promise<Output>
  /** The notice after a success; undefined: none. */
  done?: string | ((output: Output, input: Input) => string | undefined)
  /** Endpoints to fetch again, after a failure too: someone else may have made the change first. */
  changes?: { path: string }[]
  /** Shows what the server refuses (422) at its fields. */
  form?: FormWithErrors
  /** Runs after a success, once `changes` are fetched, and may run after the component is gone. */
  after?: (output: Output, input: Input) => unknown
}

/** Sends a change to the server, says that it worked and refreshes what it changed. Failures other than 422 are announced by `call`. */
export function useSave<Output, Input = void>({ send, done, changes = [], form, after }: Save<Input, Output>) {
  return useMutation({
    mutationFn: send,
    onSuccess: async (output, input) => {
      const message = typeof done === 'function' ? done(output, input) : done
      if (message !== undefined) showNotice({ kind: 'success', message })
      await invalidate(...changes)
      await after?.(output, input)
    },
    onError: (error) => {
      if (form) showFieldErrors(form, error)
      return invalidate(...changes)
    },
  })
}
