import { mergeAttributes, Node } from '@tiptap/core'
import { Audience } from '@portico/contract/articles'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { CalloutFrame, CALLOUTS } from './callout-frame.tsx'
import { AudienceFrame } from './audience-frame.tsx'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    frames: {
      /** Puts the selected blocks into a frame, or takes them out of the one they are in. Next to a picture it puts an empty one below. */
      toggleFrame: (name: 'callout' | 'audience', attributes: Record<string, unknown>) => ReturnType
    }
  }
}

/** `<aside data-kind="tip">`. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: { default: 'tip', parseHTML: (element) => element.dataset['kind'], renderHTML: ({ kind }) => ({ 'data-kind': kind }) },
  }),
  parseHTML: () => [{ tag: CALLOUTS.map((kind) => `aside[data-kind="${kind}"]`).join(',') }],
  renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(HTMLAttributes), 0],
  addNodeView: () => ReactNodeViewRenderer(CalloutFrame),
  addCommands: () => ({
    toggleFrame:
      (name, attributes) =>
      ({ commands, editor, state: { selection } }) => {
        if (editor.isActive(name)) return commands.lift(name)
        const { $from: from, $to: to } = selection
        const isOneLine = from.parent.isTextblock && from.sameParent(to)
        if (!isOneLine || !from.parent.children.some(({ type }) => type.name === 'picture')) return commands.wrapIn(name, attributes)
        const after = to.after()
        const frame = { type: name, attrs: attributes, content: [{ type: 'paragraph' }] }
        return commands.insertContentAt(after, frame) && commands.setTextSelection(after + 2)
      },
  }),
})

/** `<section data-audience="plans" data-ids="1,2">`: only these readers get what is inside. */
export const AudienceBlock = Node.create({
  name: 'audience',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    // An unknown audience becomes plans without any plan: no reader sees the block, as on the server.
    audience: {
      default: 'members',
      parseHTML: (element) => Audience.safeParse(element.dataset['audience']).data ?? 'plans',
      renderHTML: ({ audience }) => ({ 'data-audience': audience }),
    },
    ids: {
      default: [],
      parseHTML: (element) => (element.dataset['ids'] ?? '').split(',').filter(Boolean).map(Number),
      renderHTML: ({ ids }) => ((ids as number[]).length > 0 ? { 'data-ids': (ids as number[]).join(',') } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'section' }],
  renderHTML: ({ HTMLAttributes }) => ['section', mergeAttributes(HTMLAttributes), 0],
  addNodeView: () => ReactNodeViewRenderer(AudienceFrame),
})

export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'figcaption? block+ figcaption?',
  defining: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: () => ['figure', 0],
})

export const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
})
