import type { EventOf, EventType } from '@portico/contract/events'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'

/** What an event says, in the reader's language. `tone`: `warn` asks for a person; the others only report. */
export interface EventView {
  icon: ComponentType<IconProps>
  tone: 'good' | 'warn' | 'bad' | 'info'
  title: string
  /** Subject, such as of a ticket, to tell equal titles apart. */
  about?: string
  text?: string
  /** Page to deal with it or see it in full. */
  link?: { to: string; label: string }
  /** Button that deals with it at once. */
  button?: ReactNode
}

/** The component of an event finds the words, and `render` shows them: as a banner, or as a message. */
export interface EventProps<T extends EventType> {
  data: EventOf<T>
  render: (view: EventView) => ReactNode
}
