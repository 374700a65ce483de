import { Button, Group, Modal } from '@mantine/core'
import type { AdminNode } from '@portico/contract/nodes-admin'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { connectBlocks, SECRET_PLACEHOLDER } from './connect-blocks.ts'
import { CopyBlock } from './copy-block.tsx'
import styles from './nodes-manage.module.css'

/** `secret` is null if it can no longer be shown. */
export type ShownSecret = { node: AdminNode; secret: string | null }

/**
 * The values node software needs and the texts to paste on its server.
 * The secret is shown only once; later a placeholder takes its place.
 */
export function NodeSecret({ shown, onClose }: { shown: ShownSecret; onClose: () => void }) {
  const t = useT()
  const origin = useSite()?.weburl ?? location.origin
  const { node, secret } = shown
  const once = secret !== null
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      closeOnClickOutside={!once}
      closeOnEscape={!once}
      title={<strong>{t('node_manage.secret_title', { name: node.name })}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={styles['secret']}>
        {once ? (
          <Banner tone="warn">{t('node_manage.secret_once')}</Banner>
        ) : (
          <Banner tone="info">{t('node_manage.secret_gone', { placeholder: SECRET_PLACEHOLDER })}</Banner>
        )}
        <Facts>
          <Fact name={t('node_manage.api_address')}>{origin}</Fact>
          <Fact name={t('node_manage.node_id')}>{node.id}</Fact>
          <Fact name={t('node_manage.node_type')}>{node.settings.protocol}</Fact>
        </Facts>
        {once && (
          <div>
            <p className={styles['caption']}>{t('node_manage.secret')}</p>
            <div className={styles['code']}>
              <code>{secret}</code>
              <CopyButton text={secret} variant="filled" />
            </div>
          </div>
        )}
        {connectBlocks(node, secret ?? SECRET_PLACEHOLDER, origin).map(({ key, text }) => (
          <CopyBlock key={key} caption={t(`node_manage.connect_${key}`)} text={text} />
        ))}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t(once ? 'node_manage.secret_done' : 'action.close')}
        </Button>
      </Group>
    </Modal>
  )
}
