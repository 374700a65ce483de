import type { Device, ImportApp } from '@portico/contract/subscriptions'

/** Apps for a device, the suggested one first, and the rest. If the device is not known, all are offered alike. */
export function appsFor(apps: ImportApp[], device: Device | null): { here: ImportApp[]; elsewhere: ImportApp[] } {
  if (device === null) return { here: apps, elsewhere: [] }
  const runsHere = (app: ImportApp): boolean => app.devices.includes(device)
  return { here: apps.filter(runsHere), elsewhere: apps.filter((app) => !runsHere(app)) }
}

/** The device a browser claims to run on. An iPad claims to be a Mac, but no Mac has a touch screen. */
export function deviceOf({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): Device | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Windows/.test(userAgent)) return 'windows'
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'mac'
  return /Linux|X11/.test(userAgent) ? 'linux' : null
}
