import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../api/call.ts'

/** State of a form of text fields. A schema checks it before it is sent; the server's errors appear at their fields. */
export function usePlainForm<T extends Record<string, string>>(schema: z.ZodMiniType, initial: T, send: (values: T) => Promise<void>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [sending, setSending] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    setFailure('')
    const found = problems(schema, values)
    setErrors(found)
    if (Object.keys(found).length > 0) return focusFirst(form, found)
    setSending(true)
    try {
      await send(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const fields = Object.fromEntries(Object.entries(error.fields).map(([name, texts]) => [name, texts[0] ?? '']))
      setErrors(fields)
      if (!Object.keys(fields).some((name) => name in values)) setFailure(error.message)
    } finally {
      setSending(false)
    }
  }

  const field = (name: keyof T & string) => ({
    name,
    value: values[name],
    error: errors[name],
    disabled: sending,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors(({ [name]: _, ...others }) => others)
    },
  })
  return { field, submit, failure, sending }
}

function problems(schema: z.ZodMiniType, values: object): Record<string, string> {
  const result = z.safeParse(schema, values)
  if (result.success) return {}
  // The first error of a field is the one to fix.
  return Object.fromEntries(result.error.issues.toReversed().map((issue) => [String(issue.path[0] ?? ''), issue.message]))
}

function focusFirst(form: HTMLFormElement, found: Record<string, string>): void {
  Array.from(form.querySelectorAll('input'))
    .find((input) => input.name in found)
    ?.focus()
}
