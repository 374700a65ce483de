import { Select } from '@mantine/core'
import { type Editor, useEditorState } from '@tiptap/react'
import { useT } from '../../../i18n.ts'

const LEVELS = ['2', '3', '4'] as const

/** Plain text or a heading. The article's title is the heading of the first level. */
export function TextStyle({ editor }: { editor: Editor | null }) {
  const t = useT()
  const level = useEditorState({
    editor,
    selector: ({ editor: one }) => LEVELS.find((each) => one?.isActive('heading', { level: Number(each) })) ?? 'text',
  })
  const apply = (next: string | null): void => {
    if (!editor || next === null) return
    const chain = editor.chain().focus()
    if (next === 'text') chain.setParagraph().run()
    else chain.setHeading({ level: Number(next) as 2 | 3 | 4 }).run()
  }
  return (
    <Select
      aria-label={t('editor.text_style')}
      w={130}
      size="xs"
      allowDeselect={false}
      data={[{ value: 'text', label: t('editor.text') }, ...LEVELS.map((value) => ({ value, label: t(`editor.heading_${value}`) }))]}
      value={level ?? 'text'}
      onChange={apply}
    />
  )
}
