import { listedFormats } from '../formats/formats.ts'

const names = new Map(
  Object.values(listedFormats)
    .flatMap(({ apps = [] }) => apps)
    .flatMap(({ name }) => name.split(' / '))
    .map((name) => [plain(name), name]),
)

/** An app as its makers write it; others as they call themselves, and one that hides its name by the format it reads. */
export function appName(client: string, format: string): string {
  const shown = client === 'unknown' || client === 'browser' ? format : client
  return names.get(plain(shown)) ?? shown
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
