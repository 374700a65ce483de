import { answered, notAnswered } from './connection.ts'

/** Milliseconds before each retry. */
const PAUSES_MS = [300, 1000, 3000]
const RELOADED_FOR = 'portico.reloaded-for'

/** A script or a style of the app could not be loaded. `isReplaced`: the server has a newer build, without this file. */
export class MissingPart extends Error {
  readonly isReplaced: boolean
  constructor(isReplaced: boolean, cause: unknown) {
    super('', { cause })
    this.isReplaced = isReplaced
  }
}

/** Functions that return whether something is unsaved. */
export const unsaved = new Set<() => boolean>()
let typedIn: EventTarget | null = null
addEventListener('input', (event) => void (typedIn = event.target), true)

/**
 * Runs every `import()` of the built app (`load-again.ts`). One that fails is fetched again a few times. If the server has a new
 * build, the page is reloaded, once for a build and only if nothing unsaved is on it.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await load()
    } catch (error) {
      const [, address] = /(https?:\S+)/.exec(error instanceof Error ? error.message : '') ?? []
      // An error a module throws is a bug: it would throw again.
      if (!address && !/module/i.test(String(error))) throw error
      const build = await servedBuild()
      if (build && !document.querySelector(`script[src="${build}"]`)) return await takeNew(build, error)
      const pause = PAUSES_MS[tries]
      if (pause === undefined) throw new MissingPart(false, error)
      await new Promise((done) => setTimeout(done, pause))
      if (address) await fetchAgain(address)
    }
  }
}

/** The script with which this page of the server starts; undefined: it does not answer. */
async function servedBuild(): Promise<string | undefined> {
  try {
    // A page that the server has drawn starts with another script than the app.
    const page = document.querySelector('#given') ? location.pathname : '/404'
    const response = await fetch(page, { cache: 'no-store' })
    answered(response)
    return /\/assets\/index-[\w-]+\.js/.exec(await response.text())?.[0]
  } catch {
    notAnswered()
    return undefined
  }
}

function takeNew(build: string, cause: unknown): Promise<never> {
  const isUnsaved = typedIn instanceof Node && typedIn.isConnected
  if (isUnsaved || [...unsaved].some((look) => look()) || sessionStorage.getItem(RELOADED_FOR) === build) throw new MissingPart(true, cause)
  sessionStorage.setItem(RELOADED_FOR, build)
  location.reload()
  return new Promise(() => {})
}

/** Past the browser's cache, which may hold half a file. A style that failed would count as loaded. */
async function fetchAgain(address: string): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (link.href === address) link.remove()
  await fetch(address, { cache: 'reload' }).catch(() => {})
}
