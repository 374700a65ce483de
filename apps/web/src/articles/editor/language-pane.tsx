import { Button, Input, Textarea, TextInput } from '@mantine/core'
import type { Language } from '@portico/contract/translations'
import type { ArticleText } from '@portico/contract/articles-admin'
import { IconCopy } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { confirm } from '../../ui/confirm.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { BodyEditor } from './body/body-editor.tsx'
import { EMPTY_TEXT, isComplete, isCopy, withText } from './desk/content.ts'
import type { Desk } from './desk/desk.ts'
import styles from './editor.module.css'

interface LanguagePaneProps {
  desk: Desk
  language: Language
  hidden: boolean
  onFocus: () => void
  onImport: (file: File) => void
  onReady: (editor: Editor | null) => void
}

/** Title, summary and body in one language. */
export function LanguagePane({ desk, language, hidden, onFocus, onImport, onReady }: LanguagePaneProps) {
  const t = useT()
  const { content, round } = useStore(desk.state)
  const text = content.texts[language] ?? EMPTY_TEXT
  const other = language === 'en' ? 'zh-CN' : 'en'
  const name = t(`editor.language_${language}`)
  const otherName = t(`editor.language_${other}`)
  const isCopied = isCopy(content, language)
  const copy = async (): Promise<void> => {
    const now = desk.content()
    const source = now.texts[other]
    if (!source) return
    const question = {
      title: t('editor.copy_title', { from: otherName, to: name }),
      text: t('editor.copy_text'),
      confirm: t('editor.copy'),
    }
    if (now.texts[language] && !(await confirm(question))) return
    desk.replace(withText(desk.content(), language, source))
  }
  const change = (field: 'title' | 'summary', value: string): void => desk.change((now) => withText(now, language, { [field]: value }))
  return (
    <section className={styles['pane']} aria-label={name} hidden={hidden} onFocusCapture={onFocus}>
      <header className={styles['paneHead']}>
        <h2>{name}</h2>
        <StatusBadge
          tone={isComplete(content.texts[language]) && !isCopied ? 'good' : 'warn'}
          label={isCopied ? t('editor.same_as', { language: otherName }) : t(stateOf(content.texts[language]))}
        />
        {content.texts[other] && (
          <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconCopy size={14} />} onClick={() => void copy()}>
            {t('editor.copy_from', { from: otherName })}
          </Button>
        )}
      </header>
      <TextInput
        label={t('editor.title')}
        lang={language}
        size="md"
        classNames={{ input: styles['title'] ?? '' }}
        maxLength={150}
        value={text.title}
        onChange={({ target }) => change('title', target.value)}
      />
      <Textarea
        label={t('editor.summary')}
        description={t('editor.summary_text')}
        lang={language}
        autosize
        minRows={2}
        maxRows={4}
        maxLength={300}
        value={text.summary}
        onChange={({ target }) => change('summary', target.value)}
      />
      <Input.Wrapper label={t('editor.body')} labelElement="div" labelProps={{ 'aria-hidden': true }}>
        <BodyEditor
          label={`${t('editor.body')}, ${name}`}
          lang={language}
          html={text.body}
          round={round}
          onType={(body) => desk.typeBody(language, body)}
          onImport={onImport}
          onReady={onReady}
        />
      </Input.Wrapper>
    </section>
  )
}

function stateOf(text: ArticleText | null) {
  if (text === null) return 'editor.missing'
  return isComplete(text) ? 'editor.complete' : 'editor.incomplete'
}
