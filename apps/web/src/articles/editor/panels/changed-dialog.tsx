import { Button, Group, Modal } from '@mantine/core'
import type { NewerVersion } from '@portico/contract/article-versions-admin'
import { useState } from 'react'
import { useT } from '../../../i18n.ts'
import { DateTime } from '../../../ui/format/date-time.tsx'
import type { Desk } from '../desk/desk.ts'
import type { Actions } from '../desk/use-actions.ts'
import { LazyDiff } from './lazy-diff.tsx'

/** Someone saved in between: shows how both texts differ, and lets the editor choose. Neither is lost. */
export function ChangedDialog({ desk, newer, actions }: { desk: Desk; newer: NewerVersion; actions: Actions }) {
  const t = useT()
  const [mine] = useState(() => desk.content())
  const close = (): void => desk.setNewer(null)
  return (
    <Modal
      opened
      size="xl"
      onClose={close}
      title={<strong>{t('editor.changed_title', { name: newer.by ?? t('editor.somebody'), n: newer.number })}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <p>
        {t('editor.changed_text')} <DateTime value={newer.at} />
      </p>
      <p className="quiet">{t('editor.changed_legend')}</p>
      <LazyDiff before={newer.content} after={mine} />
      <p className="quiet">{t('editor.changed_kept')}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close} disabled={actions.isBusy}>
          {t('editor.changed_later')}
        </Button>
        <Button variant="default" loading={actions.isBusy} onClick={() => void actions.yield(newer)}>
          {t('editor.changed_theirs')}
        </Button>
        <Button loading={actions.isBusy} onClick={() => void actions.overwrite(newer)}>
          {t('editor.changed_mine')}
        </Button>
      </Group>
    </Modal>
  )
}
