import { TextInput } from '@mantine/core'
import { useT } from '../i18n.ts'
import type { Again } from './again.ts'

/** The address of a running database is not stored, so it is asked for again after a reload. */
export function DatabaseAgain({ again: { isFile, from, database, setDatabase } }: { again: Again }) {
  const t = useT()
  if (isFile) return null
  return (
    <TextInput
      label={t('moving.database')}
      description={t('moving.database_again', { name: from.from })}
      autoComplete="off"
      value={database}
      onChange={(event) => setDatabase(event.currentTarget.value)}
    />
  )
}
