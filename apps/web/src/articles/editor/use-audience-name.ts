import type { Audience } from '@portico/contract/articles'
import { adminListGroups } from '@portico/contract/groups-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'

/** Plans or groups to choose from. Empty for staff who may not see them. */
export function useNamed(audience: Audience): { id: number; name: string }[] {
  const mayRead = useMay()('plans.read')
  const plans = useQuery({ ...get(adminListPlans, {}), enabled: mayRead && audience === 'plans' })
  const groups = useQuery({ ...get(adminListGroups, {}), enabled: mayRead && audience === 'groups' })
  return (audience === 'plans' ? plans.data?.items : groups.data?.items) ?? []
}

/** An audience in words, such as “plans Small, Large”. */
export function useAudienceName(audience: Audience, ids: number[]): string {
  const t = useT()
  const named = useNamed(audience)
  if (audience !== 'plans' && audience !== 'groups') return t(`editor.audience_${audience}`)
  const names = ids.map((id) => named.find((one) => one.id === id)?.name ?? `#${id}`)
  return names.length === 0
    ? t(`editor.audience_${audience}_none`)
    : t(`editor.audience_${audience}_named`, { names: names.join(t('article_manage.list_comma')) })
}
