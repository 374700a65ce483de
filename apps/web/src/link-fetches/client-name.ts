import type { useT } from '../i18n.ts'

/** The name of an app. Most clients send their own name. */
export function clientName(client: string, t: ReturnType<typeof useT>): string {
  if (client === 'unknown') return t('link_fetch.unknown')
  return client === 'browser' ? t('link_fetch.browser') : client
}
