import type { Reality, Tls, TrojanSettings, VlessSettings, VmessSettings } from '@portico/contract/protocols'

type StreamSettings = VlessSettings | VmessSettings | TrojanSettings
type Secured = { security: 'none' | 'tls' | 'reality'; tls: Tls | null; reality?: Reality | null }

/** Only the chosen transport. `http` is a WebSocket or an HTTP upgrade, which have the same two fields. */
export type Transport =
  | { kind: 'tcp' }
  | { kind: 'http'; network: 'ws' | 'httpupgrade'; path: string; host: string }
  | { kind: 'grpc'; serviceName: string }
  | { kind: 'xhttp'; path: string; host: string; mode: string; extra: string }

/** A missing block of the chosen transport counts as empty; the contract does not allow storing that. */
export function transportOf(settings: StreamSettings): Transport {
  switch (settings.network) {
    case 'tcp':
      return { kind: 'tcp' }
    case 'ws':
      return { kind: 'http', network: 'ws', path: settings.ws?.path ?? '/', host: settings.ws?.host ?? '' }
    case 'httpupgrade':
      return { kind: 'http', network: 'httpupgrade', path: settings.httpupgrade?.path ?? '/', host: settings.httpupgrade?.host ?? '' }
    case 'grpc':
      return { kind: 'grpc', serviceName: settings.grpc?.service_name ?? '' }
    case 'xhttp': {
      const { path = '/', host = '', mode = 'auto', extra = '' } = settings.xhttp ?? {}
      return { kind: 'xhttp', path, host, mode, extra }
    }
  }
}

/** TLS as clients need it: of ECH only the configuration, '' without ECH. */
export type ClientTls = Omit<Tls, 'ech'> & { ech: string }
export type Security = { kind: 'none' } | ({ kind: 'tls' } & ClientTls) | ({ kind: 'reality' } & Omit<Reality, 'private_key'>)

export function securityOf(settings: Secured): Security {
  if (settings.security === 'tls' && settings.tls) return { kind: 'tls', ...clientTls(settings.tls) }
  if (settings.security === 'reality' && settings.reality) {
    const { private_key: _, ...reality } = settings.reality
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
