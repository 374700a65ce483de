import type { ChallengeType } from '@portico/contract/challenges'
import type { KeyTest } from '@portico/contract/challenges-admin'
import type { Settings } from '@portico/contract/settings-admin'
import type { Config } from '../config.ts'

export type Provider = Settings['challenge.provider']
type Remote = Exclude<Provider, 'altcha'>

/** URLs that check solutions; tests replace them. */
export type VerifyUrls = Record<Remote, string>
export const verifyUrls: VerifyUrls = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  // The same service as google.com, and reachable from mainland China.
  recaptcha: 'https://www.recaptcha.net/recaptcha/api/siteverify',
}
const PATIENCE_MS = 5_000

/** The provider in use: the built-in one if the chosen provider lacks its keys, which would lock everybody out. */
export function providerOf(settings: Settings): Provider {
  const hasKeys = settings['challenge.site_id'] !== '' && settings['challenge.secret'] !== ''
  return hasKeys ? settings['challenge.provider'] : 'altcha'
}

const sources: Record<Provider, readonly string[]> = {
  altcha: [],
  turnstile: ['https://challenges.cloudflare.com'],
  recaptcha: ['https://www.recaptcha.net', 'https://www.gstatic.com', 'https://www.gstatic.cn'],
}

/** Origins of the script and the frame that pages load for the challenge. */
export function sourcesOf(settings: Settings): readonly string[] {
  return sources[providerOf(settings)]
}

export type Setup = { settings: Settings; config: Config; urls: VerifyUrls }

/** Whether the token was issued for this site and this type of call. Throws when the provider does not answer in five seconds. */
export async function isGenuine({ settings, config, urls }: Setup, provider: Remote, type: ChallengeType, token: string): Promise<boolean> {
  const { success, hostname, action } = await ask(urls[provider], settings['challenge.secret'], token)
  const hosts = [settings['site.url'], config.publicUrl].flatMap((url) => (url ? [new URL(url).hostname] : []))
  const isHere = hosts.length === 0 || (typeof hostname === 'string' && hosts.includes(hostname))
  // reCAPTCHA v2 knows no actions.
  const isForThis = provider === 'turnstile' ? action === type : true
  return success === true && isHere && isForThis
}

/** Tests a provider's secret by sending a false token: its complaint shows whether it knows the secret. */
export async function testSecret({ settings, urls }: Setup): Promise<KeyTest> {
  const provider = providerOf(settings)
  if (provider === 'altcha') return 'not_set'
  try {
    const { 'error-codes': codes } = await ask(urls[provider], settings['challenge.secret'], 'test')
    const knows = Array.isArray(codes) && codes.includes('invalid-input-response') && !codes.includes('invalid-input-secret')
    return knows ? 'works' : 'wrong_secret'
  } catch {
    return 'unreachable'
  }
}

async function ask(url: string, secret: string, response: string): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ secret, response }), redirect: 'error', signal })
  const body: unknown = await answer.json()
  if (typeof body !== 'object' || body === null) throw new Error(`the challenge provider answered ${answer.status}`)
  return { ...body }
}
