import { ApiError } from '../api/call.ts'

/** The token for the second step, if a sign-in failed only because that step is missing. */
export function secondStepToken(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'account.second_factor') return null
  const { token } = (error.details ?? {}) as { token?: unknown }
  return typeof token === 'string' ? token : null
}
