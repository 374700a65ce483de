import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../api/call.ts'

/** Part of a form that a field needs. */
export interface PlainForm<Name extends string> {
  field: (name: Name) => {
    name: string
    value: string
    error: string | undefined
    disabled: boolean
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  set: (name: Name, value: string) => void
}

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
      refuse(error)
    } finally {
      setSending(false)
    }
  }

  /** Shows a server error at its fields, else above the form. */
  function refuse({ fields, message }: ApiError): void {
    const first = Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts[0] ?? '']))
    setErrors(first)
    if (!Object.keys(first).some((name) => name in values)) setFailure(message)
  }

  const set = (name: keyof T & string, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others)
  }
  const field = (name: keyof T & string) => ({
    name,
    value: values[name],
    error: errors[name],
    disabled: sending,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.value),
  })
  return { field, submit, failure, sending, values, set, refuse }
}

function problems(schema: z.ZodMiniType, values: object): Record<string, string> {
  const result = schema.safeParse(values)
  if (result.success) return {}
  // The first error of a field is the one to fix.
  return Object.fromEntries(result.error.issues.toReversed().map((issue) => [String(issue.path[0] ?? ''), issue.message]))
}

function focusFirst(form: HTMLFormElement, found: Record<string, string>): void {
  Array.from(form.querySelectorAll('input'))
    .find((input) => input.name in found)
    ?.focus()
}
