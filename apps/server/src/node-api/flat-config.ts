import type { NodeRouting } from '@portico/contract/node-routing'
import { type Certificate, dnsVariables, needsCertificate } from '@portico/contract/node-software'
import { routingFields } from './routing-fields.ts'
import { nodeConfig } from './node-config.ts'
import type { Intervals } from './node-config.ts'
import type { NodeRow } from '../nodes/nodes.table.ts'

/** A node with its machine's certificate and its routing. */
export type CertifiedRow = NodeRow & { certificate: Certificate; routing: NodeRouting }

/**
 * A node's configuration in v2's form: one flat object that names its protocol, with the field names of both kinds of software that
 * read it. Fields that a protocol does not have are left out.
 */
export function flatConfig(row: CertifiedRow, intervals: Intervals): Record<string, unknown> {
  const { base_config, ...config }: Record<string, unknown> = { ...nodeConfig(row, intervals) }
  return {
    protocol: row.settings.protocol,
    listen_ip: '0.0.0.0',
    ...config,
    ...('networkSettings' in config ? { network_settings: config['networkSettings'] } : {}),
    ...('obfs-password' in config ? { obfs_password: config['obfs-password'] } : {}),
    ...(row.settings.protocol === 'anytls' && { network: 'tcp' }),
    // Without `tls` and a mode, v2node serves plain text, or stops all its nodes.
    ...(needsCertificate(row.settings) && {
      tls: 1,
      tls_settings: { ...Object(config['tls_settings']), ...certificateFields(row.certificate) },
    }),
    ...routingFields(row.routing),
    base_config: { ...Object(base_config), node_report_min_traffic: 0, device_online_min_traffic: 0 },
  }
}

/** Texts only, as v2node reads them. */
function certificateFields(certificate: Certificate): Record<string, string> {
  const { mode, cert_file, key_file, provider, reject_unknown_sni } = certificate
  return {
    cert_mode: mode,
    cert_file,
    key_file,
    ...(mode === 'dns' && {
      provider,
      dns_env: dnsVariables(certificate)
        .map(([name, value]) => `${name}=${value}`)
        .join(','),
    }),
    reject_unknown_sni: reject_unknown_sni ? '1' : '0',
  }
}
