import { Menu } from '@mantine/core'
import { adminDeleteNode, adminListNodes, type AdminNode, adminResetNodeQuota, adminRotateNodeSecret } from '@portico/contract/nodes-admin'
import type { ComponentType, ReactNode } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'
import type { ShownSecret } from './node-connection.tsx'

interface ActionsProps {
  node: AdminNode
  onEdit: () => void
  onCopy: () => void
  onActivity: () => void
  onSecret: (shown: ShownSecret) => void
  /** More menu items, for those who may change nodes. */
  children: ReactNode
}

// Actions of nouns that this one does not know.
const added = Object.entries(
  import.meta.glob<ComponentType<{ node: AdminNode }>>('../*/*.node-action.tsx', { eager: true, import: 'Action' }),
)

/** The actions for one node. */
export function NodeActions({ node, onEdit, onCopy, onActivity, onSecret, children }: ActionsProps) {
  const t = useT()
  const params = { id: node.id }
  const { shown_name: name } = node
  const rotate = useSave({
    ask: {
      title: t('node_manage.rotate_title', { name }),
      text: t('node_manage.rotate_text'),
      confirm: t('node_manage.rotate'),
      danger: true,
    },
    send: () => call(adminRotateNodeSecret, { params }),
    after: ({ secret }) => onSecret({ node, secret }),
  })
  const remove = useSave({
    ask: {
      title: t('node_manage.delete_title', { name }),
      text: t('node_manage.delete_text'),
      confirm: t('action.delete'),
      danger: true,
    },
    send: () => call(adminDeleteNode, { params }),
    done: t('node_manage.deleted', { name }),
    changes: [adminListNodes],
  })
  const reset = useSave({
    ask: {
      title: t('node_manage.quota_reset_title', { name }),
      text: t('node_manage.quota_reset_text'),
      confirm: t('node_manage.quota_reset'),
    },
    send: () => call(adminResetNodeQuota, { params }),
    done: t('node_manage.quota_was_reset', { name }),
    changes: [adminListNodes],
  })
  return (
    <RowMenu name={name} busy={rotate.isPending || remove.isPending || reset.isPending}>
      <Allowed to="nodes.write">
        <Menu.Item onClick={onEdit}>{t('action.edit')}</Menu.Item>
      </Allowed>
      <Menu.Item onClick={onActivity}>{t('node_manage.activity')}</Menu.Item>
      <Allowed to="nodes.secret">
        <Menu.Item onClick={onCopy}>{t('node_manage.copy')}</Menu.Item>
      </Allowed>
      {node.quota !== null && <Menu.Item onClick={() => reset.mutate()}>{t('node_manage.quota_reset')}</Menu.Item>}
      <Allowed to="nodes.write">
        <Menu.Item onClick={() => onSecret({ node, secret: null })}>{t('node_manage.connect')}</Menu.Item>
      </Allowed>
      <Allowed to="nodes.secret">
        <Menu.Item onClick={() => rotate.mutate()}>{t('node_manage.rotate')}</Menu.Item>
        {added.map(([path, Action]) => (
          <Action key={path} node={node} />
        ))}
      </Allowed>
      <Allowed to="nodes.write">
        {children}
        <Menu.Item color="var(--bad-text)" onClick={() => remove.mutate()}>
          {t('action.delete')}
        </Menu.Item>
      </Allowed>
    </RowMenu>
  )
}
