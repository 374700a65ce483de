import type { FeedNode } from './feed-node.ts'

/** A node that leads nowhere and carries a message as its name. */
export function messageNode(message: string, id = 0): FeedNode {
  return {
    id,
    name: message,
    host: '127.0.0.1',
    port: '1',
    rate: 100,
    tags: [],
    settings: { protocol: 'shadowsocks', cipher: 'aes-128-gcm', server_key: '', obfs: '', obfs_host: '', obfs_path: '', obfs_tls: false },
  }
}
