import { Button, Menu } from '@mantine/core'
import { ArticleFill } from '@portico/contract/articles-admin'
import {
  IconAlertTriangle,
  IconBraces,
  IconBulb,
  IconChevronDown,
  IconInfoCircle,
  IconLock,
  IconPhoto,
  IconPlus,
  IconTable,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { useT } from '../../../i18n.ts'
import { announceNewFrame } from '../schema/fresh-frame.ts'
import { Tool } from './tool.tsx'
import styles from './toolbar.module.css'

const CALLOUTS = [
  ['tip', IconBulb],
  ['note', IconInfoCircle],
  ['warning', IconAlertTriangle],
] as const

/** Menu of what a text can contain: picture, table, callout, placeholder, part for some readers. */
export function AddMenu({ editor, onPicture }: { editor: Editor | null; onPicture: () => void }) {
  const t = useT()
  const chain = () => editor?.chain().focus()
  return (
    <>
      <Tool label={t('editor.picture')} icon={IconPhoto} disabled={!editor} onClick={onPicture} />
      <Tool
        label={t('editor.table')}
        icon={IconTable}
        disabled={!editor}
        onClick={() => void chain()?.insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run()}
      />
      <Menu position="bottom-start" width={220} returnFocus={false}>
        <Menu.Target>
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            disabled={!editor}
            aria-label={t('editor.add')}
            leftSection={<IconPlus size={16} />}
            rightSection={<IconChevronDown size={14} />}
          >
            {t('editor.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles['menu'] ?? ''}>
          <Menu.Label>{t('editor.callout')}</Menu.Label>
          {CALLOUTS.map(([kind, Icon]) => (
            <Menu.Item key={kind} leftSection={<Icon size={16} />} onClick={() => void chain()?.toggleFrame('callout', { kind }).run()}>
              {t(`editor.callout_${kind}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>{t('editor.only_for')}</Menu.Label>
          {(['members', 'subscribers', 'plans', 'groups'] as const).map((audience) => (
            <Menu.Item
              key={audience}
              leftSection={<IconLock size={16} />}
              onClick={() => {
                announceNewFrame()
                chain()?.toggleFrame('audience', { audience, ids: [] }).run()
              }}
            >
              {t(`editor.audience_${audience}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>{t('editor.fills')}</Menu.Label>
          {ArticleFill.options.map((fill) => (
            <Menu.Item
              key={fill}
              leftSection={<IconBraces size={16} />}
              onClick={() => void chain()?.insertContent({ type: 'fill', attrs: { fill } }).run()}
            >
              {t(`editor.fill_${fill}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
