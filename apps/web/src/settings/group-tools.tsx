import type { ComponentType } from 'react'
import { StorageTest } from '../files/storage-test.tsx'
import { GrammarTest } from '../grammar/grammar-test.tsx'
import { BotTest } from '../telegram/bot-test.tsx'
import { SiteTest } from '../issuers/site-test.tsx'
import { TicketMailTest } from '../tickets/ticket-mail-test.tsx'

export interface GroupToolProps {
  /** true: the group has unsaved changes. */
  isChanged: boolean
  disabled: boolean
}

/** Tools below a group's fields, such as a test. */
export const groupTools: Record<string, ComponentType<GroupToolProps>> = {
  google: (props) => <SiteTest site="google" {...props} />,
  apple: (props) => <SiteTest site="apple" {...props} />,
  github: (props) => <SiteTest site="github" {...props} />,
  telegram: (props) => <SiteTest site="telegram" {...props} />,
  bot: BotTest,
  files: StorageTest,
  ticketMail: TicketMailTest,
  grammar: GrammarTest,
  oidc: (props) => <SiteTest site="oidc" {...props} />,
}
