import { Skeleton, Stack } from '@mantine/core'
import { useT } from '../i18n.ts'

/** The rough shape of a page that is on its way. */
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
