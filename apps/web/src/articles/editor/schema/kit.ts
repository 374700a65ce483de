import { type AnyExtension, Mark, Node } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'

/** Articles begin at the second level: their title is the first. */
const LEVELS: Record<string, number> = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 }
const OPEN_SCHEMES = /^(https?|mailto|tel):/i

/** The starter kit with what the server keeps: no more attributes and no fewer combinations. */
export const ArticleKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(changed)
  },
}).configure({
  heading: { levels: [2, 3, 4] },
  link: { openOnClick: false, HTMLAttributes: { target: null, rel: null }, isAllowedUri: mayLink },
})

/** Addresses within the site, or of a kind that a reader can open. */
export function mayLink(address: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(address) ? !address.startsWith('//') : OPEN_SCHEMES.test(address)
}

function changed(extension: AnyExtension): AnyExtension {
  if (extension instanceof Node) return changedNode(extension)
  if (extension instanceof Mark) return changedMark(extension)
  return extension
}

function changedNode(node: Node): Node {
  if (node.name === 'heading')
    return node.extend({ parseHTML: () => Object.entries(LEVELS).map(([tag, level]) => ({ tag, attrs: { level } })) })
  if (node.name === 'listItem') return node.extend({ content: 'block+' })
  if (node.name === 'codeBlock') return node.extend({ content: '(text | fill)*' })
  if (node.name === 'orderedList')
    return node.extend({
      addAttributes: () => ({
        start: {
          default: 1,
          parseHTML: (element) => Number(element.getAttribute('start') ?? 1),
          renderHTML: ({ start }) => (start === 1 ? {} : { start }),
        },
      }),
    })
  return node
}

function changedMark(mark: Mark): Mark {
  if (mark.name === 'code') return mark.extend({ excludes: 'code' })
  if (mark.name === 'link') return mark.extend({ addAttributes: () => ({ href: { default: null } }) })
  return mark
}
