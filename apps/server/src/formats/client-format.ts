import type { Text } from '@portico/contract/settings/define'
import type { Device } from '@portico/contract/subscriptions'
import type { TemplateFault } from '@portico/contract/templates-admin'
import type { Feature } from './features.ts'
import type { FeedNode, Site } from './feed-node.ts'
import type { LayoutChoice } from './layout-parts.ts'
import type { Compiled } from './slots.ts'

/** Everything about a kind of profile: which clients get it, what they can read, how it is made and sent. */
export type ClientFormat = {
  /** Values of a link's `flag` besides the format's name. */
  flags?: readonly string[]
  /** Clients recognised by the start of their User-Agent. */
  clients?: readonly Client[]
  /** Clients known by what their User-Agent contains. Tried after every `clients`, in the order of `formats`. */
  mentions?: readonly Client[]
  /** Finds the version of the core that the format is named after. */
  coreVersion?: RegExp
  contentType: string
  /** Ending of the file name, for apps that keep the file. */
  ending?: string
  /** Features that the format cannot express or that none of its clients understands. */
  lacks?: readonly Feature[]
  /** Parts that some builds of the core leave out: one entry of an unknown kind costs the whole profile. */
  unsure?: readonly Feature[]
  /** Programs that are the makers' own build of the core, with every feature. */
  makersApps?: readonly string[]
  /** The first version with each feature, by client, or by the format's name for its core. */
  since?: Readonly<Record<string, Partial<Record<Feature, readonly number[]>>>>
  /** Minor versions of core 1 that changed the layout, newest first; the last one stands for all older versions. */
  layouts?: readonly number[]
  /** Layout for clients that hide their version; absent: the newest. */
  untold?: number
  /** Oldest layout that templates apply to. */
  templatesFrom?: number
  /** Writes a secret of any text; null: it cannot. Absent: it can write any. */
  secretText?: (secret: string) => string | null
  compile: (content: ProfileContent) => Compiled
  /** Makes a profile that only has a message. Absent: a node with the message as its name. */
  compileMessage?: (message: string, site: Site) => Compiled
  template?: TemplateLanguage
}

/** A format listed on the member's page. `about`: the apps it is for. */
export type ListedFormat = ClientFormat & { title: Text; about: Text; apps?: readonly ImportApp[] }

/** `client`: name in the list of fetches. `program`: which program it is, if not just a version of the core. */
export type Client = { client: string; is: RegExp; program?: string }

/** `layout`: one of the format's `layouts`, else 0. `whole`: the built-in layout; otherwise a small profile with nothing to choose from. */
export type ProfileContent = { nodes: readonly FeedNode[]; site: Site; layout: number; whole: boolean }

/** How operators write a layout of a format. Applies to clients from `templatesFrom` on. */
export type TemplateLanguage = {
  /** The built-in layout, written as a template. */
  starting: (choice: LayoutChoice) => string
  /** Parses a template. Throws `TemplateError` with all faults. The returned function throws it if the site's title does not fit. */
  read: (text: string) => FillTemplate
  /** Faults for which a client would refuse a finished profile. */
  outputFaults: (profile: string) => TemplateFault[]
}
/** `layout` as in `ProfileContent`. */
export type FillTemplate = (nodes: readonly FeedNode[], site: Site, layout: number) => Compiled

/** An app that members can import their subscription into. */
export type ImportApp = {
  name: string
  devices: readonly Device[]
  /** Web page of the app's makers. */
  home: string
  /** A lower rank comes first on the page. The first app for a device is the suggested one. */
  rank: number
  /** The app's User-Agent does not identify it, so its address has a flag. */
  isFlagged?: boolean
  /** true: the app must be bought. */
  isPaid?: boolean
  /** The link that opens the app and imports the subscription. Absent: the member pastes the address. */
  link?: (address: string, title: string) => string
}

export const contentTypes = {
  text: 'text/plain; charset=utf-8',
  yaml: 'text/yaml; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const

export const everyDevice: readonly Device[] = ['ios', 'android', 'windows', 'mac', 'linux']
