export type Device = 'ios' | 'android' | 'windows' | 'mac' | 'linux'

export interface ImportClient {
  name: string
  devices: Device[]
  /** The link that makes the app import a subscription under a name. */
  link: (url: string, name: string) => string
}

const query = (url: string, name: string): string => `url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`
const fragment = (url: string, name: string): string => `url=${encodeURIComponent(url)}#${encodeURIComponent(name)}`

// Within a device the first that runs on it is suggested.
const clients: ImportClient[] = [
  {
    name: 'Clash Verge / mihomo',
    devices: ['windows', 'mac', 'linux', 'android'],
    link: (url, name) => `clash://install-config?${query(url, name)}`,
  },
  {
    name: 'Shadowrocket',
    devices: ['ios', 'mac'],
    link: (url, name) => `shadowrocket://add/sub://${base64(url)}?remark=${encodeURIComponent(name)}`,
  },
  { name: 'Stash', devices: ['ios', 'mac'], link: (url, name) => `stash://install-config?${query(url, name)}` },
  {
    name: 'sing-box',
    devices: ['ios', 'android', 'mac'],
    link: (url, name) => `sing-box://import-remote-profile?${fragment(url, name)}`,
  },
  { name: 'v2rayNG', devices: ['android'], link: (url, name) => `v2rayng://install-sub?${fragment(url, name)}` },
  {
    name: 'Hiddify',
    devices: ['ios', 'android', 'windows', 'mac', 'linux'],
    link: (url, name) => `hiddify://import/${url}#${encodeURIComponent(name)}`,
  },
  {
    name: 'Karing',
    devices: ['ios', 'android', 'windows', 'mac', 'linux'],
    link: (url, name) => `karing://install-config?${query(url, name)}`,
  },
]

/** Apps for a device, the suggested one first, and the rest. Where the device is not known all are offered alike. */
export function clientsFor(device: Device | null): { here: ImportClient[]; elsewhere: ImportClient[] } {
  if (device === null) return { here: clients, elsewhere: [] }
  const runsHere = (client: ImportClient): boolean => client.devices.includes(device)
  return { here: clients.filter(runsHere), elsewhere: clients.filter((client) => !runsHere(client)) }
}

/** What a browser says it runs on. An iPad says it is a Mac, but no Mac has a touch screen. */
export function deviceOf({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): Device | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Windows/.test(userAgent)) return 'windows'
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'mac'
  return /Linux|X11/.test(userAgent) ? 'linux' : null
}

const FORMATS = ['mihomo', 'sing-box', 'uri'] as const
export type LinkFormat = (typeof FORMATS)[number]

/** Links that say their format themselves, for apps that do not say who they are. */
export function formatLinks(url: string): { format: LinkFormat; url: string }[] {
  return FORMATS.map((format) => {
    const link = new URL(url)
    link.searchParams.set('flag', format)
    return { format, url: link.href }
  })
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
