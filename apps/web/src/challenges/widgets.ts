import type { ChallengeType } from '@portico/contract/challenges'
import { language } from '../i18n.ts'

interface Options {
  sitekey: string
  callback: (token: string) => void
  'error-callback': () => void
  [more: string]: unknown
}
interface Api {
  render: (place: HTMLElement, options: Options) => unknown
  ready?: (then: () => void) => void
}
declare global {
  interface Window {
    turnstile?: Api
    grecaptcha?: Api
  }
}
interface Given {
  provider: 'turnstile' | 'recaptcha'
  site_key: string
  type: ChallengeType
}

/** Draws the provider's widget and waits for the token. Rejects when cancelled, or when its script is blocked or fails. */
export async function solveByWidget({ provider, site_key, type }: Given, place: HTMLElement, cancelled: AbortSignal): Promise<string> {
  const api = await load(provider)
  return new Promise((solved, failed) => {
    cancelled.addEventListener('abort', () => failed(new Error('cancelled')))
    const fail = (): void => failed(new Error('the widget failed'))
    const lang = language.get()
    const theme = document.documentElement.dataset['mantineColorScheme'] ?? 'light'
    const common = { sitekey: site_key, callback: solved, 'error-callback': fail, theme }
    const draw = (): unknown =>
      api.render(place, provider === 'turnstile' ? { ...common, action: type, language: lang } : { ...common, hl: lang })
    if (api.ready) api.ready(draw)
    else draw()
  })
}

const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  recaptcha: 'https://www.recaptcha.net/recaptcha/api.js?render=explicit',
}

function load(provider: Given['provider']): Promise<Api> {
  const found = (): Api | undefined => (provider === 'turnstile' ? window.turnstile : window.grecaptcha)
  const known = found()
  if (known) return Promise.resolve(known)
  return new Promise((loaded, failed) => {
    const script = Object.assign(document.createElement('script'), { src: scripts[provider], async: true })
    const fail = (): void => {
      // So that the next try loads it again.
      script.remove()
      failed(new Error(`the script of ${provider} did not load`))
    }
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      const api = found()
      if (api) loaded(api)
      else fail()
    })
    document.head.append(script)
  })
}
