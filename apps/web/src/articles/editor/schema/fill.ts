import { mergeAttributes, Node } from '@tiptap/core'
import { ArticleFill } from '@portico/contract/articles-admin'
import { language, messageKey, t } from '../../../i18n.ts'

/** `<span data-fill="site_name">`: a chip here, the reader's own value in the article. */
export const Fill = Node.create({
  name: 'fill',
  group: 'inline',
  inline: true,
  atom: true,
  marks: '_',
  addAttributes: () => ({
    fill: { default: 'site_name', parseHTML: (element) => element.dataset['fill'], renderHTML: ({ fill }) => ({ 'data-fill': fill }) },
  }),
  parseHTML: () => [{ tag: ArticleFill.options.map((fill) => `span[data-fill="${fill}"]`).join(',') }],
  renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes)],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span')
      dom.dataset['chip'] = ''
      const name = (): void => {
        dom.textContent = t(messageKey(`editor.fill_${node.attrs['fill']}`))
        // The article around it may be in the other language.
        dom.lang = language.get()
      }
      name()
      return { dom, destroy: language.subscribe(name) }
    }
  },
})
