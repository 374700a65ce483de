import { listedFormats } from '../formats/formats.ts'

const names = new Map(
  Object.values(listedFormats)
    .flatMap(({ apps = [] }) => apps)
    .flatMap(({ name }) => name.split(' / '))
    .map((name) => [plain(name), name]),
)

/** Display name of an app: its makers' spelling, else its own; for one that hides its name, the format. */
export function appName(client: string, format: string): string {
  const shown = client === 'unknown' || client === 'browser' ? format : client
  return names.get(plain(shown)) ?? shown
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
