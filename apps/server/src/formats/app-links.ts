/** The import link that most apps of the Clash family share, each with its own scheme. */
export function installConfig(scheme: string) {
  return (address: string, title: string): string => `${scheme}://install-config?${asQuery(address, title)}`
}

export function asQuery(address: string, title: string): string {
  return `url=${encodeURIComponent(address)}&name=${encodeURIComponent(title)}`
}

export function withFragment(address: string, title: string): string {
  return `url=${encodeURIComponent(address)}#${encodeURIComponent(title)}`
}
