import { Button, Group } from '@mantine/core'
import { useT } from '../../i18n.ts'

/** Buttons of each form here: stop, and confirm. */
export function Buttons({ busy, label, onStop }: { busy: boolean; label?: string; onStop: () => void }) {
  const t = useT()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onStop} disabled={busy}>
        {t('action.cancel')}
      </Button>
      <Button type="submit" loading={busy}>
        {label ?? t('action.confirm')}
      </Button>
    </Group>
  )
}

export interface WayProps {
  onStop: () => void
  onConfirmed: () => void
}
