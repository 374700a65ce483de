import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../test/fake-browser.ts'

beforeAll(() => void fakeBrowser())
afterAll(() => void vi.unstubAllGlobals())

const errors = { email: ['Not an e-mail address.'], secret: ['Too short.'] }

async function showOn(values: object | undefined) {
  const { showFieldErrors } = await import('./field-errors.ts')
  const { ApiError } = await import('../../api/call.ts')
  const { toasts } = await import('../../toast.ts')
  const atFields: Record<string, string> = {}
  const form = values && { getValues: () => values, setErrors: (found: Record<string, string>) => void Object.assign(atFields, found) }
  toasts.set([])
  showFieldErrors(form, new ApiError(422, { code: 'input.invalid', message: 'No.', errors }))
  return { atFields, messages: toasts.get().map(({ message }) => message) }
}

test('an error of a known field is shown there, any other as a message; without a form all errors are messages', async () => {
  expect(await showOn({ email: '' })).toEqual({ atFields: { email: 'Not an e-mail address.' }, messages: ['secret: Too short.'] })
  expect((await showOn(undefined)).messages).toEqual(['email: Not an e-mail address.\nsecret: Too short.'])
})
