import type { ReleasePlatform } from '@portico/contract/app-releases'

/** Product names, the same in every language. */
export const PLATFORM_NAMES: Record<ReleasePlatform, string> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  android: 'Android',
  ios: 'iOS',
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
}
