import { Button, Menu, Tooltip } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { showToast } from '../../toast.ts'
import { lazyDialog } from '../../ui/lazy/lazy-opened.tsx'
import type { Desk } from './desk/desk.ts'
import type { Actions } from './desk/use-actions.ts'
import { SaveDialog } from './panels/save-dialog.tsx'
import { useCheck } from './use-check.ts'

// Fields for days are large.
const ScheduleDialog = lazyDialog(async () => (await import('./panels/schedule-dialog.tsx')).ScheduleDialog)

/** Saving and publishing: always in sight. */
export function PublishButtons({ desk, actions }: { desk: Desk; actions: Actions }) {
  const t = useT()
  const { article, isChanged } = useStore(desk.state)
  const [panel, setPanel] = useState<'save' | 'schedule' | null>(null)
  const check = useCheck(desk)
  const close = (): void => setPanel(null)
  const isOut = article !== null && !isChanged && article.live_version === article.version && article.scheduled_at === null
  const publish = async (): Promise<void> => {
    // It says why it cannot be pressed, also to those who touch.
    if (isOut) showToast({ kind: 'info', message: t('editor.nothing_new') })
    else if (await check('editor.check_go')) await actions.publish(null)
  }
  const schedule = async (): Promise<void> => {
    if (await check('editor.check_schedule')) setPanel('schedule')
  }
  return (
    <>
      <Button
        variant="default"
        disabled={!article || (!isChanged && article.version > 0)}
        loading={actions.isBusy}
        onClick={() => setPanel('save')}
      >
        {t('editor.save_version')}
      </Button>
      <Button.Group>
        <Tooltip label={t('editor.nothing_new')} disabled={!isOut}>
          <Button
            disabled={!article}
            {...(isOut ? { 'data-disabled': true, 'aria-disabled': true } : {})}
            loading={actions.isBusy}
            onClick={() => void publish()}
          >
            {t('editor.publish')}
          </Button>
        </Tooltip>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button px={8} disabled={!article || actions.isBusy || isOut} aria-label={t('editor.publish_more')}>
              <IconChevronDown size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void schedule()}>{t('editor.schedule')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {panel === 'save' && <SaveDialog actions={actions} onClose={close} />}
      {panel === 'schedule' && <ScheduleDialog actions={actions} onClose={close} />}
    </>
  )
}
