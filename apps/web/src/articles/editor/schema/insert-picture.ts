import type { Editor } from '@tiptap/core'

/**
 * Puts a picture into a line of its own at a place, or at the cursor: instead of an empty line, otherwise below the paragraph. Few
 * pictures belong into the middle of a sentence.
 */
export function insertPicture(editor: Editor, attrs: Record<string, unknown>, at = editor.state.selection.to): void {
  const line = { type: 'paragraph', content: [{ type: 'picture', attrs }] }
  const place = editor.state.doc.resolve(at)
  const isInText = place.parent.isTextblock
  const isEmpty = isInText && place.parent.content.size === 0
  const to = isInText ? place.after() : at
  editor.commands.insertContentAt(isEmpty ? { from: place.before(), to } : to, line)
}
