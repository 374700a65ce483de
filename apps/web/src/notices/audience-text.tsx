import type { AdminNotice } from '@portico/contract/notices-admin'
import { useNamed } from '../articles/editor/use-audience-name.ts'
import { useT } from '../i18n.ts'
import { useMemberLabel } from './use-member-label.ts'

/** Audience in words, such as “Plans: Small, Large”, or a member's address. */
export function AudienceText({ of: { placement, audience, audience_ids: ids, audience_days: days } }: { of: AdminNotice }) {
  const t = useT()
  const label = useMemberLabel(audience === 'member' ? ids[0] : undefined)
  const named = useNamed(audience === 'plans' || audience === 'groups' ? audience : 'public')
  if (placement === 'bar') return t('notice_manage.audience_all_visitors')
  if (audience === 'expiring') return t('notice_manage.audience_expiring_named', { n: days ?? 0 })
  if (audience === 'member') return label ?? t('notice_manage.audience_member_named', { id: ids[0] ?? 0 })
  if (audience !== 'plans' && audience !== 'groups') return t(`notice_manage.audience_${audience}`)
  const names = ids.map((id) => named.find((one) => one.id === id)?.name ?? `#${id}`)
  return t(`notice_manage.audience_${audience}_named`, { names: names.join(t('article_manage.list_comma')) })
}
