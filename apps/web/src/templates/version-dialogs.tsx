import { Button, Group, Modal, Slider, Text } from '@mantine/core'
import { adminGetTemplate, type TemplateKind, type TemplateVersion } from '@portico/contract/templates-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { TemplateDiff } from './template-diff.tsx'
import { useRollOut } from './use-roll-out.ts'

/** How large a share of the apps gets a version. */
export function Share({ row, onClose }: { row: TemplateVersion; onClose: () => void }) {
  const t = useT()
  const [percent, setPercent] = useState(row.state === 'active' ? row.rollout_percent : 10)
  const rollOut = useRollOut(row.format, onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('templates.share_title', { n: row.version })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Text c="dimmed" mb="lg">
        {t('templates.share_text')}
      </Text>
      <Slider
        aria-label={t('templates.share_label')}
        mx="sm"
        thumbLabel={t('templates.share_label')}
        min={0}
        max={100}
        value={percent}
        onChange={setPercent}
        label={(value) => `${value}%`}
        marks={[0, 25, 50, 75, 100].map((value) => ({ value, label: `${value}%` }))}
      />
      <Group justify="space-between" mt={40}>
        <strong>{t('templates.share_value', { n: percent })}</strong>
        <Button loading={rollOut.isPending} onClick={() => rollOut.mutate({ version: row.version, percent })}>
          {t('action.save')}
        </Button>
      </Group>
    </Modal>
  )
}

/** What a version changes in the one before. */
export function Compared({ format, version, onClose }: { format: TemplateKind; version: number; onClose: () => void }) {
  const t = useT()
  const before = useQuery(get(adminGetTemplate, { query: { format, version: version - 1 } }))
  const after = useQuery(get(adminGetTemplate, { query: { format, version } }))
  const [from, to] = [
    version === 1 ? t('templates.built_in') : t('templates.version', { n: version - 1 }),
    t('templates.version', { n: version }),
  ]
  return (
    <Modal opened onClose={onClose} size="xl" title={`${from} → ${to}`} closeButtonProps={{ 'aria-label': t('action.close') }}>
      {before.data && after.data ? <TemplateDiff before={before.data.text} after={after.data.text} /> : <Text>{t('state.loading')}</Text>}
    </Modal>
  )
}
