import type { ImportApp } from '@portico/contract/subscriptions'
import { expect, test } from 'vitest'
import { appsFor, deviceOf } from './import-apps.ts'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'mac'],
  ['Mozilla/5.0 (Linux; Android 16)', 5, 'android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, 'windows'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'linux'],
])('%s with %i touch points is %s', (userAgent, maxTouchPoints, device) => {
  expect(deviceOf({ userAgent, maxTouchPoints })).toBe(device)
})

test('every app is listed once, in its order: on this device or elsewhere', () => {
  const app = (name: string, devices: ImportApp['devices']): ImportApp => ({
    name,
    devices,
    home: '',
    is_paid: false,
    address: '',
    import_link: null,
  })
  const apps = [app('Desktop', ['mac', 'linux']), app('Phone', ['ios']), app('Both', ['ios', 'mac'])]
  const names = (device: 'ios' | null) => {
    const { here, elsewhere } = appsFor(apps, device)
    return [here, elsewhere].map((list) => list.map((one) => one.name))
  }
  expect(names('ios')).toEqual([['Phone', 'Both'], ['Desktop']])
  expect(names(null)).toEqual([['Desktop', 'Phone', 'Both'], []])
})
