import type { SettingsOf } from '@portico/contract/protocols'
import { t } from '../../i18n.ts'

const IP = /^\[?[\da-f.]*:[\da-f:.]*\]?$|^\d+(\.\d+){3}$/i

/** What TLS requires of the operator. `offersReality`: Reality can be chosen instead. */
export function certificateText(host: string, offersReality: boolean): string {
  const address = host.trim()
  if (!IP.test(address)) return t(address === '' ? 'node_manage.needs_certificate' : 'node_manage.needs_certificate_for', { host: address })
  return t(offersReality ? 'node_manage.needs_ip_certificate_or_reality' : 'node_manage.needs_ip_certificate', { host: address })
}

/** What the choice of encryption means: a certificate for TLS, and who reads along without any. */
export function securityText(settings: SettingsOf<'vless' | 'vmess' | 'trojan'>, host: string, offersReality: boolean): string | undefined {
  if (settings.security === 'tls') return certificateText(host, offersReality)
  if (settings.security === 'reality') return undefined
  if (settings.protocol === 'vmess') return t('node_manage.none_vmess')
  return t(settings.protocol === 'vless' && settings.encryption !== '' ? 'node_manage.none_encrypted' : 'node_manage.none_vless')
}
