import { Button, Group, Modal } from '@mantine/core'
import type { Notice } from '@portico/contract/notices'
import { useT } from '../../i18n.ts'
import { Prose } from '../../ui/prose/prose.tsx'

interface PopupProps {
  notice: Notice
  /** Called when the reader closes the notice after reading. */
  onDismiss: () => void
  /** Called when the reader puts the notice away, perhaps unread. */
  onClose: () => void
}

/** A notice over the page. However it is closed, it does not come back. */
export function NoticePopup({ notice: { title, body, language }, onDismiss, onClose }: PopupProps) {
  const t = useT()
  return (
    <Modal
      opened
      centered
      size={520}
      onClose={onClose}
      title={<strong lang={language}>{title}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div lang={language}>{body && <Prose html={body} />}</div>
      <Group justify="flex-end" mt="md">
        <Button onClick={onDismiss} data-autofocus>
          {t('member_notice.got_it')}
        </Button>
      </Group>
    </Modal>
  )
}
