import { useMutation } from '@tanstack/react-query'
import { invalidate } from '../api/query.ts'
import { showToast } from '../toast.ts'
import { confirm } from './confirm.tsx'
import type { Question } from './dialog/confirm-dialog.tsx'
import { type FormWithErrors, showFieldErrors } from './form/field-errors.ts'

export interface Save<Input, Output> {
  send: (input: Input) => Promise<Output>
  /** The question before `mutate` sends it; null: none is needed. `mutateAsync` does not ask. */
  ask?: Question | null | ((input: Input) => Question | null)
  /** The message after a success; undefined: none. */
  done?: string | ((output: Output, input: Input) => string | undefined)
  /** Endpoints to fetch again, after a failure too: someone else may have made the change first. */
  changes?: { path: string }[]
  /** The form that shows the server's errors (422) at its fields. */
  form?: FormWithErrors
  /** Runs after a success, once `changes` are fetched. The component may be gone by then. */
  after?: (output: Output, input: Input) => unknown
}

/** Sends a change to the server, after a question if it has one, reports the result and refetches what changed. */
export function useSave<Output, Input = void>({ send, ask, done, changes = [], form, after }: Save<Input, Output>) {
  const save = useMutation({
    mutationFn: send,
    onSuccess: async (output, input) => {
      const message = typeof done === 'function' ? done(output, input) : done
      if (message !== undefined) showToast({ kind: 'success', message })
      await invalidate(...changes)
      await after?.(output, input)
    },
    onError: (error) => {
      showFieldErrors(form, error)
      return invalidate(...changes)
    },
  })
  const mutate = async (...sent: Parameters<typeof save.mutate>): Promise<void> => {
    // The first is the input: none if it is void.
    const question = typeof ask === 'function' ? ask(sent[0] as Input) : ask
    if (!question || (await confirm(question))) save.mutate(...sent)
  }
  return ask ? { ...save, mutate: (...sent: Parameters<typeof save.mutate>) => void mutate(...sent) } : save
}
