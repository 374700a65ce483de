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

/** The plugin's name and options as SIP003 writes them; null without obfuscation. */
export function ssPlugin({
  obfs,
  obfs_host: host,
  obfs_path: path,
  obfs_tls,
}: ShadowsocksSettings): { name: string; options: string } | null {
  if (obfs === '') return null
  if (obfs === 'websocket')
    return { name: 'v2ray-plugin', options: join({ mode: 'websocket', host, path, ...(obfs_tls && { tls: null }) }) }
  return { name: 'obfs-local', options: join({ obfs, 'obfs-host': host, 'obfs-uri': path }) }
}

/** Joins options; null marks one without a value. A backslash escapes separators inside a value. */
function join(options: Record<string, string | null>): string {
  return Object.entries(options)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => (value === null ? key : `${key}=${value.replaceAll(/[\\:;=]/g, String.raw`\$&`)}`))
    .join(';')
}
