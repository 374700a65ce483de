import { SiteIcon, type SiteIconName } from '../../site/site-icons.tsx'

const DEVICES: [RegExp, SiteIconName][] = [
  [/iphone|ipad|ios|android/i, 'phone'],
  [/linux/i, 'terminal'],
  [/windows|mac/i, 'computer'],
]

/** The kind of device that a category is about, if its name says so; decoration only. */
export function DeviceIcon({ of }: { of: string }) {
  const name = DEVICES.find(([pattern]) => pattern.test(of))?.[1]
  return name === undefined ? null : <SiteIcon name={name} />
}
