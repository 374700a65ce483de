import { Button, Group, Popover, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { adminListArticles } from '@portico/contract/articles-admin'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Editor, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { list } from '../../../api/query.ts'
import { language, useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import { readArticle } from '../../article-addresses.ts'
import { mayLink } from '../schema/kit.ts'
import { Tool } from './tool.tsx'
import styles from './toolbar.module.css'

/** A link to an address, or to an article found by its title. */
export function LinkButton({ editor }: { editor: Editor | null }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const isLink = useEditorState({ editor, selector: ({ editor: one }) => one?.isActive('link') ?? false })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus>
      <Popover.Target>
        <Tool
          label={t('editor.link')}
          icon={IconLink}
          pressed={isLink ?? false}
          disabled={!editor}
          onClick={() => setOpen((open) => !open)}
        />
      </Popover.Target>
      <Popover.Dropdown>{editor && <LinkForm editor={editor} onDone={() => setOpen(false)} />}</Popover.Dropdown>
    </Popover>
  )
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useT()
  const lang = useStore(language)
  const before = String(editor.getAttributes('link')['href'] ?? '')
  const [address, setAddress] = useState(before)
  const [refused, setRefused] = useState(false)
  const [search] = useDebouncedValue(/^[a-z]+:|^[/#]/i.test(address) ? '' : address.trim(), 250)
  const found = useQuery({ ...list(adminListArticles, { query: { page: 1, page_size: 8, search } }), enabled: search !== '' })
  const apply = (href: string, text: string): void => {
    const chain = editor.chain().focus().extendMarkRange('link')
    // Without a selection the link needs a text of its own.
    const isNew = editor.state.selection.empty && before === ''
    if (isNew) chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onDone()
  }
  const submit = (): void => {
    const href = withScheme(address.trim())
    if (href === '' || !mayLink(href)) setRefused(true)
    else apply(href, address.trim())
  }
  return (
    <form
      className={styles['link']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        submit()
      }}
    >
      <TextInput
        label={t('editor.link_to')}
        placeholder="https://"
        data-autofocus
        value={address}
        error={refused && t('editor.link_refused')}
        onChange={({ target }) => {
          setAddress(target.value)
          setRefused(false)
        }}
      />
      {search !== '' && found.data && (
        <ul className={styles['found']} aria-label={t('editor.link_articles')}>
          {found.data.items.map(({ id, titles }) => {
            const title = titles[lang] ?? titles.en ?? titles['zh-CN'] ?? ''
            return (
              <li key={id}>
                <button type="button" onClick={() => apply(readArticle(id), title)}>
                  {title || `#${id}`}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <Group justify="flex-end" gap="xs">
        {before !== '' && (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onDone()
            }}
          >
            {t('editor.link_remove')}
          </Button>
        )}
        <Button type="submit" size="xs">
          {t('editor.link_set')}
        </Button>
      </Group>
    </form>
  )
}

/** An address as typed: `example.com` and `me@example.com` get a scheme. */
function withScheme(typed: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^[/#]/i.test(typed) || typed === '') return typed
  if (/^[^\s@/]+@[^\s@/]+$/.test(typed)) return `mailto:${typed}`
  return `https://${typed}`
}
