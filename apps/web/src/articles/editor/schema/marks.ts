import { Mark, mergeAttributes } from '@tiptap/core'

/** A mark without attributes, such as `<kbd>`. */
function plainMark(name: string, tag: string, excludes = name): Mark {
  return Mark.create({
    name,
    excludes,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  })
}

export const Subscript = plainMark('subscript', 'sub', 'subscript superscript')
export const Superscript = plainMark('superscript', 'sup', 'superscript subscript')
export const Kbd = plainMark('kbd', 'kbd')
