import { Button, Group, Modal } from '@mantine/core'
import type { AdminNode } from '@portico/contract/nodes-admin'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import styles from './nodes-manage.module.css'

export type ShownSecret = { node: AdminNode; secret: string }

/** A node's secret, the one time it can be read, with everything node software asks for. */
export function NodeSecret({ shown, onClose }: { shown: ShownSecret; onClose: () => void }) {
  const t = useT()
  const origin = useSite()?.weburl ?? location.origin
  const { node, secret } = shown
  const snippet = JSON.stringify({ ApiHost: origin, ApiKey: secret, NodeID: node.id, NodeType: node.settings.protocol }, null, 2)
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={<strong>{t('node_manage.secret_title', { name: node.name })}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={styles['secret']}>
        <Banner tone="warn">{t('node_manage.secret_once')}</Banner>
        <Facts>
          <Fact name={t('node_manage.api_address')}>{origin}</Fact>
          <Fact name={t('node_manage.node_id')}>{node.id}</Fact>
          <Fact name={t('node_manage.node_type')}>{node.settings.protocol}</Fact>
        </Facts>
        <div>
          <p className={styles['caption']}>{t('node_manage.secret')}</p>
          <div className={styles['code']}>
            <code>{secret}</code>
            <CopyButton text={secret} variant="filled" />
          </div>
        </div>
        <div>
          <p className={styles['caption']}>{t('node_manage.snippet')}</p>
          <div className={styles['code']}>
            <pre>{snippet}</pre>
            <CopyButton text={snippet} />
          </div>
        </div>
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('node_manage.secret_done')}
        </Button>
      </Group>
    </Modal>
  )
}
