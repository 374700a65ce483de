import { Button, Group } from '@mantine/core'
import { useT } from '../../i18n.ts'

interface CursorFooterProps {
  /** The row above this page; undefined: this page has the newest rows. */
  before: number | undefined
  /** `before` of the next page; null: none. */
  next: number | null | undefined
  onGo: (before: number | undefined) => void
}

/** Paging for a list that is read from its newest row down. The browser's back button goes up again. */
export function CursorFooter({ before, next, onGo }: CursorFooterProps) {
  const t = useT()
  // One page has no end to tell of.
  if (before === undefined && typeof next !== 'number') return null
  return (
    <>
      <span />
      <Group gap="xs">
        {before !== undefined && (
          <Button size="compact-md" variant="default" onClick={() => onGo(undefined)}>
            {t('log.newest')}
          </Button>
        )}
        {typeof next === 'number' && (
          <Button size="compact-md" variant="default" onClick={() => onGo(next)}>
            {t('log.older')}
          </Button>
        )}
      </Group>
    </>
  )
}
