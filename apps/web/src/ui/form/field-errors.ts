import { ApiError } from '../../api/call.ts'
import { showToast } from '../../toast.ts'

/** The part of a form that receives the server's errors. */
export interface FormWithErrors {
  getValues: () => object
  setErrors: (errors: Record<string, string>) => void
}

/** Shows the errors of a 422 at their fields, and those without a field as a message. `call` has announced other failures. */
export function showFieldErrors(form: FormWithErrors | undefined, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 422) return
  const fields = Object.entries(error.fields).map(([name, texts]): [string, string] => [name, texts[0] ?? ''])
  const values = form?.getValues() ?? {}
  const known = fields.filter(([name]) => (name.split('.')[0] ?? '') in values)
  form?.setErrors(Object.fromEntries(known))
  const lost = fields.filter((field) => !known.includes(field)).map(([name, text]) => `${name}: ${text}`)
  if (lost.length > 0 || known.length === 0) showToast({ kind: 'error', message: lost.join('\n') || error.message })
}
