import type { Device } from '@portico/contract/subscriptions'
import { SiteIcon, type SiteIconName } from '../../../site/site-icons.tsx'

const NAMED: Record<Device, RegExp> = {
  ios: /iphone|ipad|\bios\b/i,
  android: /android|安卓/i,
  windows: /windows/i,
  mac: /\bmac/i,
  linux: /linux/i,
}
const DEVICES: Device[] = ['ios', 'android', 'windows', 'mac', 'linux']
const ICONS: Record<Device, SiteIconName> = { ios: 'phone', android: 'phone', windows: 'computer', mac: 'computer', linux: 'terminal' }
const PHONES = /phone|tablet|手机|平板/i

/** Devices named in a category's name. */
export function devicesIn(name: string): Device[] {
  return DEVICES.filter((device) => NAMED[device].test(name))
}

function iconOf(name: string): SiteIconName | undefined {
  const [first] = devicesIn(name)
  return first ? ICONS[first] : PHONES.test(name) ? 'phone' : undefined
}

/** The kind of device that a category is about, if its name says so; decoration only. */
export function DeviceIcon({ of }: { of: string }) {
  const name = iconOf(of)
  return name === undefined ? null : <SiteIcon name={name} />
}
