import type { UseFormReturnType } from '@mantine/form'
import { adminListGroups } from '@portico/contract/groups-admin'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { get } from '../api/query.ts'

interface Choice {
  value: string
  label: string
}

/**
 * The groups to choose from; null while they load. If there is only one, `fill` puts it into a form without a group. That does not count
 * as a change.
 */
export function useGroupChoices<V extends object>(
  form: UseFormReturnType<V>,
  fill: (values: V, only: string) => Partial<V> | null,
): Choice[] | null {
  const { data } = useQuery(get(adminListGroups, {}))
  const choices = data?.items.map((group) => ({ value: String(group.id), label: group.name })) ?? null
  const only = choices?.length === 1 ? choices[0]?.value : undefined
  const preset = useEffectEvent((group: string) => {
    const filled = fill(form.values, group)
    if (!filled) return
    form.setValues(filled)
    form.resetDirty({ ...form.values, ...filled })
  })
  useEffect(() => {
    if (only !== undefined) preset(only)
  }, [only])
  return choices
}
