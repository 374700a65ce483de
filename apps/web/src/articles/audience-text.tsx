import type { Audience } from '@portico/contract/articles'
import { adminListGroups } from '@portico/contract/groups-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'

/** An audience in words, such as “Plans: Small, Large”; numbers for staff who may not read plans. */
export function AudienceText({ of: { audience, audience_ids: ids } }: { of: { audience: Audience; audience_ids: number[] } }) {
  const t = useT()
  const mayRead = useMay()('plans.read')
  const plans = useQuery({ ...get(adminListPlans, {}), enabled: mayRead && audience === 'plans' })
  const groups = useQuery({ ...get(adminListGroups, {}), enabled: mayRead && audience === 'groups' })
  if (audience !== 'plans' && audience !== 'groups') return t(`article_manage.audience_${audience}`)
  const nameOf = (id: number): string | undefined =>
    audience === 'plans'
      ? plans.data?.items.find((plan) => plan.id === id)?.shown_name
      : groups.data?.items.find((group) => group.id === id)?.name
  const names = ids.map((id) => nameOf(id) ?? `#${id}`)
  return t(`article_manage.audience_${audience}`, { names: names.join(t('article_manage.list_comma')) })
}
