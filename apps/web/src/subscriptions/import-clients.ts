export type Device = 'ios' | 'android' | 'windows' | 'mac' | 'linux'

/** The formats a link can name, those that most apps read first. */
export const LINK_FORMATS = [
  'mihomo',
  'sing-box',
  'uri',
  'clash',
  'stash',
  'shadowrocket',
  'surge',
  'surfboard',
  'loon',
  'quantumult-x',
  'xray',
  'sip008',
  'outline',
] as const
export type LinkFormat = (typeof LINK_FORMATS)[number]

export interface ImportClient {
  name: string
  devices: Device[]
  /** Where its makers give it out. */
  home: string
  /** Named in the link where the app does not say who it is. */
  flag?: LinkFormat
  /** The link that makes the app import a subscription under a name; without one the address is pasted. */
  link?: (url: string, name: string) => string
}

const query = (url: string, name: string): string => `url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`
const fragment = (url: string, name: string): string => `url=${encodeURIComponent(url)}#${encodeURIComponent(name)}`
const everywhere: Device[] = ['ios', 'android', 'windows', 'mac', 'linux']

// Within a device the first that runs on it is suggested.
const clients: ImportClient[] = [
  {
    name: 'Clash Verge / mihomo',
    devices: ['windows', 'mac', 'linux'],
    home: 'https://www.clashverge.dev',
    link: (url, name) => `clash://install-config?${query(url, name)}`,
  },
  {
    name: 'Clash Meta for Android',
    devices: ['android'],
    home: 'https://github.com/MetaCubeX/ClashMetaForAndroid',
    link: (url, name) => `clashmeta://install-config?${query(url, name)}`,
  },
  {
    name: 'Shadowrocket',
    devices: ['ios', 'mac'],
    home: 'https://apps.apple.com/app/id932747118',
    // It calls itself Safari.
    flag: 'shadowrocket',
    link: (url, name) => `shadowrocket://add/sub://${base64(url)}?remark=${encodeURIComponent(name)}`,
  },
  {
    name: 'Stash',
    devices: ['ios', 'mac'],
    home: 'https://stash.wiki',
    link: (url, name) => `stash://install-config?${query(url, name)}`,
  },
  {
    name: 'sing-box',
    devices: ['ios', 'android', 'mac'],
    home: 'https://sing-box.sagernet.org/clients/',
    link: (url, name) => `sing-box://import-remote-profile?${fragment(url, name)}`,
  },
  {
    name: 'v2rayNG',
    devices: ['android'],
    home: 'https://github.com/2dust/v2rayNG',
    link: (url, name) => `v2rayng://install-sub?${fragment(url, name)}`,
  },
  { name: 'v2rayN', devices: ['windows', 'linux', 'mac'], home: 'https://github.com/2dust/v2rayN' },
  {
    name: 'Hiddify',
    devices: everywhere,
    home: 'https://hiddify.com',
    link: (url, name) => `hiddify://import/${url}#${encodeURIComponent(name)}`,
  },
  {
    name: 'Karing',
    devices: everywhere,
    home: 'https://karing.app',
    link: (url, name) => `karing://install-config?${query(url, name)}`,
  },
  {
    name: 'FlClash',
    devices: ['android', 'windows', 'mac', 'linux'],
    home: 'https://github.com/chen08209/FlClash',
    link: (url, name) => `flclash://install-config?${query(url, name)}`,
  },
  {
    name: 'Surge',
    devices: ['ios', 'mac'],
    home: 'https://nssurge.com',
    link: (url) => `surge:///install-config?url=${encodeURIComponent(url)}`,
  },
  {
    name: 'Loon',
    devices: ['ios', 'mac'],
    home: 'https://apps.apple.com/app/id1373567447',
    link: (url) => `loon://import?sub=${encodeURIComponent(url)}`,
  },
  {
    name: 'Quantumult X',
    devices: ['ios', 'mac'],
    home: 'https://apps.apple.com/app/id1443988620',
    link: (url, name) => {
      // Its resources are lines, in which a comma begins the next part.
      const resource = JSON.stringify({ server_remote: [`${url}, tag=${name.replaceAll(',', ' ')}`] })
      return `quantumult-x:///add-resource?remote-resource=${encodeURIComponent(resource)}`
    },
  },
  {
    name: 'Happ',
    devices: ['ios', 'android', 'windows', 'mac', 'linux'],
    home: 'https://happ.su',
    link: (url) => `happ://add/${url}`,
  },
  {
    name: 'Surfboard',
    devices: ['android'],
    home: 'https://getsurfboard.com',
    link: (url) => `surfboard:///install-config?url=${encodeURIComponent(url)}`,
  },
  {
    name: 'NekoBox',
    devices: ['android'],
    home: 'https://github.com/MatsuriDayo/NekoBoxForAndroid',
    link: (url, name) => `sn://subscription?${query(url, name)}`,
  },
  { name: 'Shadowsocks', devices: ['android'], home: 'https://github.com/shadowsocks/shadowsocks-android', flag: 'sip008' },
  {
    name: 'Outline',
    devices: everywhere,
    home: 'https://getoutline.org',
    flag: 'outline',
    // Its own scheme stands for HTTPS.
    link: (url, name) => `${url.replace(/^https?:/, 'ssconf:')}#${encodeURIComponent(name)}`,
  },
]

/** Apps for a device, the suggested one first, and the rest. Where the device is not known all are offered alike. */
export function clientsFor(device: Device | null): { here: ImportClient[]; elsewhere: ImportClient[] } {
  if (device === null) return { here: clients, elsewhere: [] }
  const runsHere = (client: ImportClient): boolean => client.devices.includes(device)
  return { here: clients.filter(runsHere), elsewhere: clients.filter((client) => !runsHere(client)) }
}

/** The address an app is to fetch, with its format where the app would not be known. */
export function addressFor({ flag }: ImportClient, url: string): string {
  return flag ? flagged(url, flag) : url
}

/** What a browser says it runs on. An iPad says it is a Mac, but no Mac has a touch screen. */
export function deviceOf({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): Device | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Windows/.test(userAgent)) return 'windows'
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'mac'
  return /Linux|X11/.test(userAgent) ? 'linux' : null
}

/** Links that say their format themselves, for apps that do not say who they are. */
export function formatLinks(url: string): { format: LinkFormat; url: string }[] {
  return LINK_FORMATS.map((format) => ({ format, url: flagged(url, format) }))
}

function flagged(url: string, format: LinkFormat): string {
  const link = new URL(url)
  link.searchParams.set('flag', format)
  return link.href
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
