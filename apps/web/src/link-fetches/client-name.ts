import type { useT } from '../i18n.ts'

/** What an app is called; most by the name they tell themselves. */
export function clientName(client: string, t: ReturnType<typeof useT>): string {
  if (client === 'unknown') return t('link_fetch.unknown')
  return client === 'browser' ? t('link_fetch.browser') : client
}
