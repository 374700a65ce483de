import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'

/**
 * Puts a picture into a line of its own at a place, or at the cursor: instead of an empty line, otherwise below the paragraph. Few
 * pictures belong into the middle of a sentence. The cursor goes into an empty line below it.
 */
export function insertPicture(editor: Editor, attrs: Record<string, unknown>, at = editor.state.selection.to): void {
  const { schema, doc, tr } = editor.state
  const line = schema.nodes['paragraph']?.create(null, schema.nodes['picture']?.create(attrs))
  const empty = schema.nodes['paragraph']?.create()
  if (!line || !empty) return
  const place = doc.resolve(at)
  const isInText = place.parent.isTextblock
  const isEmpty = isInText && place.parent.content.size === 0
  const to = isInText ? place.after() : at
  const from = isEmpty ? place.before() : to
  const below = doc.resolve(to).nodeAfter
  const isFree = below?.type === empty.type && below.content.size === 0
  tr.replaceWith(from, to, isFree ? line : [line, empty])
  tr.setSelection(TextSelection.create(tr.doc, from + line.nodeSize + 1))
  editor.view.dispatch(tr.scrollIntoView())
}
