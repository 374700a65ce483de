import { splitEarlyData } from '@portico/contract/early-data'
import type { Reality, Tls } from '@portico/contract/protocol-blocks'
import type { TrojanSettings, VlessSettings, VmessSettings } from '@portico/contract/protocols'

type StreamSettings = VlessSettings | VmessSettings | TrojanSettings
type Secured = { security: 'none' | 'tls' | 'reality'; tls: Tls | null; reality?: Reality | null }

/**
 * The cipher inside VMess. Not `auto`: under TLS, sing-box takes it for "zero", which Xray 26.7.7 and later refuse
 * (https://github.com/XTLS/Xray-core/pull/6303).
 */
export const VMESS_CIPHER = 'aes-128-gcm'

/** Header in which Xray reads early data of WebSockets. */
export const EARLY_DATA_HEADER = 'Sec-WebSocket-Protocol'

/**
 * The chosen transport. `http`: WebSocket or HTTP upgrade. `path`: as requested; `earlyData`: most bytes sent with it, 0: none. `xrayPath`:
 * both as "/live?ed=2048". HTTP upgrade has no early data: Xray waits forever with it.
 */
export type Transport =
  | { kind: 'tcp' }
  | { kind: 'http'; network: 'ws' | 'httpupgrade'; path: string; earlyData: number; xrayPath: string; host: string }
  | { kind: 'grpc'; serviceName: string }
  | { kind: 'xhttp'; path: string; host: string; mode: string; extra: string }

/** A missing block of the chosen transport counts as empty; the contract does not allow storing that. */
export function transportOf(settings: StreamSettings): Transport {
  switch (settings.network) {
    case 'tcp':
      return { kind: 'tcp' }
    case 'ws':
      return { kind: 'http', network: 'ws', ...httpFields(settings.ws) }
    case 'httpupgrade':
      return { kind: 'http', network: 'httpupgrade', ...withoutEarlyData(httpFields(settings.httpupgrade)) }
    case 'grpc':
      return { kind: 'grpc', serviceName: settings.grpc?.service_name ?? '' }
    case 'xhttp': {
      const { path = '/', host = '', mode = 'auto', extra = '' } = settings.xhttp ?? {}
      // Cores read no 1.0 or 1e3 where they expect a whole number.
      return { kind: 'xhttp', path, host, mode, extra: extra && JSON.stringify(JSON.parse(extra)) }
    }
  }
}

function httpFields(given: { path: string; host: string } | null) {
  const { path: xrayPath, host } = given ?? { path: '/', host: '' }
  return { ...splitEarlyData(xrayPath), xrayPath, host }
}

function withoutEarlyData<F extends { path: string }>(fields: F): F {
  return { ...fields, earlyData: 0, xrayPath: fields.path }
}

/** Reality without what is for the node alone. */
type ClientReality = Omit<Reality, 'private_key' | 'mldsa65_seed'>

/** TLS as clients need it: of ECH only the configuration, '' without ECH. */
export type ClientTls = Omit<Tls, 'ech'> & { ech: string }
export type Security = { kind: 'none' } | ({ kind: 'tls' } & ClientTls) | ({ kind: 'reality' } & ClientReality)

export function securityOf(settings: Secured): Security {
  if (settings.security === 'tls' && settings.tls) return { kind: 'tls', ...clientTls(settings.tls) }
  if (settings.security === 'reality' && settings.reality) {
    const { private_key: _key, mldsa65_seed: _seed, ...reality } = settings.reality
    return { kind: 'reality', ...reality }
  }
  return { kind: 'none' }
}

export function clientTls({ ech, ...tls }: Tls): ClientTls {
  return { ...tls, ech: ech?.config ?? '' }
}

/** Vision works on bare TCP under TLS or Reality; anywhere else it makes clients refuse the node. */
export function flowOf(settings: VlessSettings): VlessSettings['flow'] {
  return settings.network === 'tcp' && settings.security !== 'none' ? settings.flow : ''
}
