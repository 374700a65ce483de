import { captchaVerify, type Challenge, type ChallengeType } from '@portico/contract/challenges'
import { loadMessages } from '../i18n.ts'
import { openPanel, type Panel } from './panel.ts'
import { solveAltcha } from './solve-altcha.ts'
import { solveByWidget } from './widgets.ts'

/** Fetches a challenge of a type. */
type AskChallenge = (path: string, query: Record<string, string>) => Promise<Challenge>

/** Milliseconds before the panel opens; most challenges are solved earlier. */
const PATIENCE_MS = 500

/** Solves the challenge for the call that was refused with these details. null: the user cancelled, or it cannot be solved. */
export async function solve(details: unknown, ask: AskChallenge): Promise<string | null> {
  const type = (details as { type?: ChallengeType } | undefined)?.type
  if (type === undefined) return null
  const [challenge] = await Promise.all([ask(captchaVerify.path, { type, needed: '1' }), loadMessages('challenge')])
  if (challenge.provider === 'none') return null
  const cancelled = new AbortController()
  let panel: Panel | undefined
  const open = (): Panel => (panel ??= openPanel(challenge.provider === 'altcha' ? 'wait' : 'act', () => cancelled.abort()))
  const opening = challenge.provider === 'altcha' ? setTimeout(open, PATIENCE_MS) : undefined
  try {
    if (challenge.provider === 'altcha') return await solveAltcha(challenge.challenge, (part) => panel?.show(part), cancelled.signal)
    return await solveByWidget({ ...challenge, type }, open().place, cancelled.signal)
  } catch {
    return null
  } finally {
    clearTimeout(opening)
    panel?.close()
  }
}
