import { Select } from '@mantine/core'
import { type Editor, useEditorState } from '@tiptap/react'
import { useT } from '../../../i18n.ts'
import styles from './toolbar.module.css'

const LEVELS = [2, 3, 4] as const

/** Plain text or a heading. The article's title is the heading of the first level. */
export function TextStyle({ editor }: { editor: Editor | null }) {
  const t = useT()
  const now = useEditorState({ editor, selector: ({ editor: one }) => LEVELS.find((level) => one?.isActive('heading', { level })) })
  const apply = (next: string | null): void => {
    if (!editor || next === null) return
    const chain = editor.chain().focus()
    const level = LEVELS.find((one) => String(one) === next)
    if (level === undefined) chain.setParagraph().run()
    else chain.setHeading({ level }).run()
  }
  return (
    <Select
      aria-label={t('editor.text_style')}
      className={styles['style'] ?? ''}
      size="xs"
      allowDeselect={false}
      data={[
        { value: 'text', label: t('editor.text') },
        ...LEVELS.map((level) => ({ value: String(level), label: t(`editor.heading_${level}`) })),
      ]}
      value={String(now ?? 'text')}
      onChange={apply}
    />
  )
}
