// The first match wins: most browsers also name the ones they descend from.
const BROWSERS: [string, RegExp][] = [
  ['WeChat', /MicroMessenger/],
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox\/|FxiOS/],
  ['Chrome', /Chrome\/|CriOS/],
  ['Safari', /Safari\//],
]
const SYSTEMS: [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
]

type Device = { browser: string | undefined; system: string | undefined }

/** Names browser and system of a user agent as people know them; null if it names neither. */
export function describeDevice(userAgent: string): Device | null {
  const find = (names: [string, RegExp][]): string | undefined => names.find(([, is]) => is.test(userAgent))?.[0]
  const found = { browser: find(BROWSERS), system: find(SYSTEMS) }
  return found.browser || found.system ? found : null
}

/** Browser and system as one text. */
export function nameDevice({ browser, system }: Device, between = ' · '): string {
  return [browser, system].filter(Boolean).join(between)
}
