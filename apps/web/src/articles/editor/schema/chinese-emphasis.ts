import { Extension, getMarkType, markInputRule, markPasteRule } from '@tiptap/core'

/** `*` and `**` after a Chinese letter or mark: the editor's own rules want a blank, which Chinese does not use. */
const BEFORE = String.raw`(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60“”‘’…—])`
const marks = [
  ['bold', String.raw`(\*\*(?!\s)([^*]+)(?<!\s)\*\*)`],
  ['italic', String.raw`(\*(?!\s)([^*]+)(?<!\s)\*)`],
  ['strike', String.raw`(~~(?!\s)([^~]+)(?<!\s)~~)`],
] as const

/** Makes emphasis of what is typed or pasted between asterisks in Chinese, without blanks around them. */
export const ChineseEmphasis = Extension.create({
  name: 'chineseEmphasis',
  addInputRules() {
    return marks.map(([name, text]) =>
      markInputRule({ find: new RegExp(`${BEFORE}${text}$`, 'u'), type: getMarkType(name, this.editor.schema) }),
    )
  },
  addPasteRules() {
    return marks.map(([name, text]) =>
      markPasteRule({ find: new RegExp(BEFORE + text, 'gu'), type: getMarkType(name, this.editor.schema) }),
    )
  },
})
