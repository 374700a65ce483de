import { nodeConfig } from './node-config.ts'
import type { Intervals } from './node-config.ts'
import type { NodeRow } from '../nodes/nodes.table.ts'

/**
 * A node's configuration in v2's form: one flat object that names its protocol, with the field names of both kinds of software that
 * read it. Fields that a protocol does not have are left out.
 */
export function flatConfig(row: NodeRow, intervals: Intervals): Record<string, unknown> {
  const { base_config, ...config }: Record<string, unknown> = { ...nodeConfig(row, intervals) }
  return {
    protocol: row.settings.protocol,
    listen_ip: '0.0.0.0',
    ...config,
    ...('networkSettings' in config ? { network_settings: config['networkSettings'] } : {}),
    ...('obfs-password' in config ? { obfs_password: config['obfs-password'] } : {}),
    base_config: { ...Object(base_config), node_report_min_traffic: 0, device_online_min_traffic: 0 },
  }
}
