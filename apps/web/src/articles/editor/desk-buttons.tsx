import { Button, Menu } from '@mantine/core'
import type { Language } from '@portico/contract/translations'
import { IconDots, IconEye, IconHistory, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { confirm } from '../../ui/confirm.tsx'
import type { Desk } from './desk/desk.ts'
import type { Actions } from './desk/use-actions.ts'
import { PreviewDialog } from './panels/preview-dialog.tsx'
import { SettingsPanel } from './panels/settings-panel.tsx'
import { VersionsPanel } from './panels/versions-panel.tsx'

interface DeskButtonsProps {
  desk: Desk
  actions: Actions
  /** The language that is being written. */
  language: Language
  onImport: () => void
}

type Panel = 'preview' | 'versions' | 'settings'

/** The panels, and what is done seldom. */
export function DeskButtons({ desk, actions, language, onImport }: DeskButtonsProps) {
  const t = useT()
  const { article } = useStore(desk.state)
  const [panel, setPanel] = useState<Panel | null>(null)
  const close = (): void => setPanel(null)
  const isOut = article !== null && (article.live_version !== null || article.scheduled_at !== null)
  const takeBack = async (archive: boolean): Promise<void> => {
    const name = archive ? 'archive' : 'take_back'
    const question = { title: t(`editor.${name}_title`), text: t(`editor.${name}_text`), confirm: t(`editor.${name}`), danger: true }
    if (await confirm(question)) await actions.takeBack(archive)
  }
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => setPanel('preview')}>
        {t('editor.preview')}
      </Button>
      <Button variant="default" leftSection={<IconSettings size={16} />} onClick={() => setPanel('settings')}>
        {t('editor.settings')}
      </Button>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button variant="default" px="sm" aria-label={t('editor.more')}>
            <IconDots size={18} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!article} leftSection={<IconHistory size={16} />} onClick={() => setPanel('versions')}>
            {t('editor.versions')}
          </Menu.Item>
          <Menu.Item onClick={onImport}>{t('editor.import')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={!isOut} onClick={() => void takeBack(false)}>
            {t('editor.take_back')}
          </Menu.Item>
          <Menu.Item disabled={!article || article.status === 'archived'} onClick={() => void takeBack(true)}>
            {t('editor.archive')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {panel === 'preview' && <PreviewDialog content={desk.content()} language={language} onClose={close} />}
      {panel === 'settings' && <SettingsPanel desk={desk} onClose={close} />}
      {panel === 'versions' && article && <VersionsPanel desk={desk} article={article} actions={actions} onClose={close} />}
    </>
  )
}
