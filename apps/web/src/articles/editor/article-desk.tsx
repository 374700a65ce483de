import { useFileDialog, useMediaQuery } from '@mantine/hooks'
import { SegmentedControl } from '@mantine/core'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import type { AdminArticle, ArticleKind } from '@portico/contract/articles-admin'
import type { Editor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { onMobile } from '../../app/layout/sidebar-state.ts'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { PickFile } from '../../files/pick-file.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Toolbar } from './body/toolbar.tsx'
import { DeskButtons } from './desk-buttons.tsx'
import { DeskNotes, DeskState, KeptText } from './desk-state.tsx'
import { useActions } from './desk/use-actions.ts'
import { useDesk } from './desk/use-desk.ts'
import { importFile } from './import-file.ts'
import { insertPicture } from './schema/insert-picture.ts'
import { LanguagePane } from './language-pane.tsx'
import { ChangedDialog } from './panels/changed-dialog.tsx'
import { PublishButtons } from './publish-buttons.tsx'
import { useTabName } from './use-tab-name.ts'
import styles from './editor.module.css'

interface ArticleDeskProps {
  /** Article when opened; null: a new one. */
  opened: AdminArticle | null
  /** Kind of a new article. */
  kind?: ArticleKind
  /** The latest answer about it. */
  news: AdminArticle | undefined
  onCreated: (id: number) => void
}

/** An article on the desk: both languages, the toolbar, its state and the actions on it. */
export function ArticleDesk({ opened, kind = 'article', news, onCreated }: ArticleDeskProps) {
  const t = useT()
  const lang = useStore(language)
  const desk = useDesk(opened, kind, onCreated)
  const { article, content, newer, kept } = useStore(desk.state)
  const actions = useActions(desk)
  const [active, setActive] = useState<Language>(lang)
  const [editors, setEditors] = useState<Partial<Record<Language, Editor | null>>>({})
  const [isPicking, setPicking] = useState(false)
  const isPhone = useStore(onMobile)
  const isNarrow = useMediaQuery('(width < 1100px)', undefined, { getInitialValueInEffect: false })
  useEffect(() => {
    if (news) desk.hear(news)
  }, [desk, news])
  const editor = editors[active] ?? null
  const takeFile = (target: Language, file: File): void => void importFile(desk, target, file)
  const files = useFileDialog({
    accept: '.html,.htm,.md,.markdown',
    multiple: false,
    resetOnOpen: true,
    onChange: (chosen) => chosen?.[0] && takeFile(active, chosen[0]),
  })
  const title = content.texts[lang]?.title || content.texts.en?.title || content.texts['zh-CN']?.title
  useTabName(article?.id, title)
  const acts = (
    <div className={styles['acts']} data-bottom-bar={isPhone || undefined}>
      <KeptText kept={kept} />
      <PublishButtons desk={desk} actions={actions} />
    </div>
  )
  return (
    <>
      <PageHeader title={title || t(article ? 'editor.untitled' : 'editor.new')}>
        <DeskButtons desk={desk} actions={actions} language={active} onImport={files.open} />
      </PageHeader>
      <DeskNotes desk={desk} />
      <DeskState desk={desk} actions={actions} />
      {isNarrow && (
        <SegmentedControl
          className={styles['languages'] ?? ''}
          fullWidth
          aria-label={t('editor.language')}
          data={LANGUAGES.map((value) => ({ value, label: t(`editor.language_${value}`) }))}
          value={active}
          onChange={setActive}
        />
      )}
      <div className={styles['top']}>
        <Toolbar editor={editor} onPicture={() => setPicking(true)} />
        {!isPhone && acts}
      </div>
      <div className={styles['panes']}>
        {LANGUAGES.map((one) => (
          <LanguagePane
            key={one}
            desk={desk}
            language={one}
            hidden={(isNarrow ?? false) && one !== active}
            onFocus={() => setActive(one)}
            onImport={(file) => takeFile(one, file)}
            onReady={(ready) => setEditors((all) => ({ ...all, [one]: ready }))}
          />
        ))}
      </div>
      {isPhone && acts}
      {isPicking && (
        <PickFile
          onClose={() => setPicking(false)}
          onPick={({ url, width, height }) => {
            setPicking(false)
            if (editor) insertPicture(editor, { src: url, alt: '', width, height })
          }}
        />
      )}
      {newer && <ChangedDialog desk={desk} newer={newer} actions={actions} />}
    </>
  )
}
