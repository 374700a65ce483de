import { mergeAttributes, Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { PictureView } from './picture-view.tsx'

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
})

/**
 * A picture, among text or alone in a paragraph. `upload` is the running upload that it stands for; such a picture is never part of
 * the body.
 */
export const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: attribute('src'),
    alt: attribute('alt'),
    width: attribute('width'),
    height: attribute('height'),
    upload: { default: null, rendered: false },
  }),
  parseHTML: () => [{ tag: 'img[src^="/files/"]' }],
  renderHTML: ({ HTMLAttributes, node }) => (node.attrs['upload'] ? ['span'] : ['img', mergeAttributes(HTMLAttributes)]),
  addNodeView: () => ReactNodeViewRenderer(PictureView, { as: 'span' }),
})
