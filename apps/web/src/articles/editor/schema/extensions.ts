import type { Extensions } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { AudienceBlock, Callout, Figcaption, Figure } from './blocks.ts'
import { ChineseEmphasis } from './chinese-emphasis.ts'
import { Fill } from './fill.ts'
import { ArticleKit } from './kit.ts'
import { Kbd, Subscript, Superscript } from './marks.ts'
import { Picture } from './picture.ts'

const spans = { colspan: { default: 1 }, rowspan: { default: 1 } }

/** Everything an article may contain; the server's `clean-body.ts` allows the same. */
export const articleExtensions: Extensions = [
  ArticleKit,
  ChineseEmphasis,
  Kbd,
  Subscript,
  Superscript,
  Callout,
  AudienceBlock,
  Figure,
  Figcaption,
  Fill,
  Picture,
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }),
  TableRow,
  TableCell.extend({ addAttributes: () => spans }),
  TableHeader.extend({ addAttributes: () => spans }),
]
