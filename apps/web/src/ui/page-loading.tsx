import { Skeleton, Stack } from '@mantine/core'
import { useT } from '../i18n.ts'

/** A rough outline of a page while it loads. */
export function PageLoading() {
  const t = useT()
  return (
    <Stack role="status">
      <span className="visually-hidden">{t('state.loading')}</span>
      <Skeleton height={34} width={220} />
      <Skeleton height={120} />
      <Skeleton height={260} />
    </Stack>
  )
}
