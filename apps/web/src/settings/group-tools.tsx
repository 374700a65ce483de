import type { ComponentType } from 'react'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'

const SiteTest = lazyPart(async () => (await import('../issuers/site-test.tsx')).SiteTest)
const StorageTest = lazyPart(async () => (await import('../files/storage-test.tsx')).StorageTest)
const TicketMailTest = lazyPart(async () => (await import('../tickets/ticket-mail-test.tsx')).TicketMailTest)
const OldPanelCalls = lazyPart(async () => (await import('../nodes/activity/old-panel-calls.tsx')).OldPanelCalls)
const VersionLine = lazyPart(async () => (await import('../updates/version-line.tsx')).VersionLine)

export interface GroupToolProps {
  /** true: the group has unsaved changes. */
  isChanged: boolean
  disabled: boolean
}

// Tools of nouns that this one does not know: `bot.group-tool.tsx` has the tool of the group `bot`.
const added = import.meta.glob<ComponentType<GroupToolProps>>('../*/*.group-tool.tsx', { import: 'Tool' })

/** Tools below a group's fields, such as a test. */
export const groupTools: Record<string, ComponentType<GroupToolProps>> = {
  google: (props) => <SiteTest site="google" {...props} />,
  apple: (props) => <SiteTest site="apple" {...props} />,
  github: (props) => <SiteTest site="github" {...props} />,
  telegram: (props) => <SiteTest site="telegram" {...props} />,
  files: StorageTest,
  ticketMail: TicketMailTest,
  oidc: (props) => <SiteTest site="oidc" {...props} />,
  oldPanel: () => <OldPanelCalls />,
  updates: ({ isChanged }) => <VersionLine isChanged={isChanged} />,
  ...Object.fromEntries(Object.entries(added).map(([path, load]) => [/([^/]+)\.group-tool/.exec(path)?.[1] ?? '', lazyPart(load)])),
}
