import { shadowsocksKeyBytes, type ShadowsocksSettings } from '@portico/contract/protocols'
import { type Template, userKey, uuid } from './slots.ts'

/** The classic ciphers take the uuid; the 2022 ones the node's key and the member's, both in base64. */
export function shadowsocksPassword(settings: ShadowsocksSettings, template: Template): string {
  const bytes = shadowsocksKeyBytes(settings.cipher)
  return bytes === null ? template.slot(uuid) : `${settings.server_key}:${template.slot(userKey(bytes))}`
}

/** The user part of a share link. Classic ciphers: base64url. 2022 ciphers: percent-encoded, as SIP022 demands. */
export function shadowsocksUser(settings: ShadowsocksSettings, template: Template): string {
  const { cipher, server_key } = settings
  const bytes = shadowsocksKeyBytes(cipher)
  if (bytes === null) return template.slot(template.compileBase64(`${cipher}:${template.slot(uuid)}`, 'base64url'))
  const key = userKey(bytes)
  return `${cipher}:${encodeURIComponent(`${server_key}:`)}${template.slot((credential) => encodeURIComponent(key(credential)))}`
}

/** The plugin's name and options as SIP003 writes them; '' without obfuscation. */
export function obfsPlugin({ obfs, obfs_host, obfs_path }: ShadowsocksSettings): string {
  if (obfs === '') return ''
  // A backslash goes before the separators that occur inside a value.
  const options = Object.entries({ obfs, 'obfs-host': obfs_host, 'obfs-uri': obfs_path })
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${value.replaceAll(/[\\:;=]/g, String.raw`\$&`)}`)
  return ['obfs-local', ...options].join(';')
}
