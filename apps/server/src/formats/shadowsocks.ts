import { shadowsocksKeyBytes, type ShadowsocksSettings } from '@portico/contract/protocols'
import { secretOf, type Template, userKey, uuid } from './slots.ts'

/** The classic ciphers take the member's secret; the 2022 ones the node's key and the member's, both in base64. */
export function shadowsocksPassword(settings: ShadowsocksSettings, template: Template): string {
  const bytes = shadowsocksKeyBytes(settings.cipher)
  return bytes === null ? template.slot(secretOf(settings, template.escape)) : `${settings.server_key}:${template.slot(userKey(bytes))}`
}

/** The cipher that the member's password goes with. */
export function shadowsocksCipher({ cipher }: ShadowsocksSettings, template: Template): string {
  return shadowsocksKeyBytes(cipher) === null ? template.slot(({ own }) => own?.shadowsocks?.cipher ?? cipher) : cipher
}

/** The user part of a share link. Classic ciphers: base64url. 2022 ciphers: percent-encoded, as SIP022 demands. */
export function shadowsocksUser(settings: ShadowsocksSettings, template: Template): string {
  const { cipher, server_key } = settings
  const bytes = shadowsocksKeyBytes(cipher)
  if (bytes === null) {
    const plain = template.compileBase64(`${cipher}:${template.slot(uuid)}`, 'base64url')
    return template.slot((credential) => {
      const own = credential.own?.shadowsocks
      return own ? Buffer.from(`${own.cipher ?? cipher}:${own.secret}`).toString('base64url') : plain(credential)
    })
  }
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
