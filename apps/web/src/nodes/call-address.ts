/** From where an address can be reached, by its text: from anywhere, the same network, or the same machine. */
export type Reach = 'anywhere' | 'network' | 'machine'

/** Console page of the setting `site.url`. */
export const ADDRESS_SETTING = '/admin/setting?field=site.url'

const MACHINE = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/
const NETWORK =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|\[f[cd][\da-f:]*\]|\[fe[89ab][\da-f:]*\]|.*\.(local|lan|internal|home\.arpa)|[^.[\]]+)$/

export function reachOf(origin: string): Reach {
  const { hostname } = new URL(origin)
  if (MACHINE.test(hostname)) return 'machine'
  return NETWORK.test(hostname) ? 'network' : 'anywhere'
}

/** The address that nodes call: the site's, unless only this page's own address can be reached from anywhere. */
export function nodeOrigin(site: string | undefined, here: string): string {
  if (site === undefined || (reachOf(site) !== 'anywhere' && reachOf(here) === 'anywhere')) return here
  return site
}
