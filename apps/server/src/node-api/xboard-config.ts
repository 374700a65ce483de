import { splitEarlyData } from '@portico/contract/early-data'
import { certificateName, dnsVariables, needsCertificate } from '@portico/contract/node-software'
import { type CertifiedRow, flatConfig } from './flat-config.ts'
import { type Intervals, nodeConfig } from './node-config.ts'
import { routingFields } from './routing-fields.ts'

type Fields = Record<string, unknown>

/** v1's form, with what Xboard-Node needs when it polls. */
export function v1Config(row: CertifiedRow, intervals: Intervals): Fields {
  return { ...nodeConfig(row, intervals), ...routingFields(row.routing), ...xboardFields(row) }
}

/** v2's form for Xboard-Node: on its socket, and for its machines. */
export function xboardConfig(row: CertifiedRow, intervals: Intervals): Fields {
  const config = flatConfig(row, intervals)
  return {
    ...config,
    ...xboardFields(row),
    ...('networkSettings' in config && { networkSettings: ownPath(Object(config['networkSettings'])) }),
  }
}

/** Changes fields for Xboard-Node: both Hysteria versions have one name, and the certificate's source is an object. */
function xboardFields({ settings, host, certificate }: CertifiedRow): Fields {
  const { mode, cert_file, key_file, provider } = certificate
  const domain = certificateName(settings, host)
  return {
    protocol: settings.protocol === 'hysteria2' ? 'hysteria' : settings.protocol,
    ...(needsCertificate(settings) && {
      cert_config: {
        cert_mode: mode,
        domain,
        cert_file,
        key_file,
        ...((mode === 'http' || mode === 'dns') && { email: `hostmaster@${domain}` }),
        ...(mode === 'dns' && { dns_provider: provider, dns_env: Object.fromEntries(dnsVariables(certificate)) }),
      },
    }),
  }
}

/** Path of WebSockets for Xboard-Node: sing-box takes it as is, with early data in fields; its Xray always accepts early data. */
function ownPath(settings: Fields): Fields {
  if (typeof settings['path'] !== 'string') return settings
  const { path, earlyData } = splitEarlyData(settings['path'])
  return { ...settings, path, ...(earlyData > 0 && { max_early_data: earlyData, early_data_header_name: 'Sec-WebSocket-Protocol' }) }
}
