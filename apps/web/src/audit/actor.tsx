import type { AuditEntry } from '@portico/contract/audit-admin'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'
import { Stacked } from '../ui/stacked.tsx'

/** Who acted, and what kind of actor it was. `plain`: without a link, in a row that has one already. */
export function Actor({ entry, plain = false }: { entry: AuditEntry; plain?: boolean }) {
  const t = useT()
  const may = useMay()
  const { actor_id: id, actor_email: email, actor_name: name } = entry
  const who = email ?? name ?? (id === null ? null : `#${id}`)
  const kind = t(`log.kind_${entry.actor_kind}`)
  // In a list, who acted says enough.
  if (plain) return <span title={kind}>{who ?? kind}</span>
  return (
    <Stacked note={kind}>
      {id !== null && may('members.read') ? (
        <PathLink className="breaks" to={`/admin/user/${id}`}>
          {who ?? '–'}
        </PathLink>
      ) : (
        <span className="breaks">{who ?? '–'}</span>
      )}
    </Stacked>
  )
}
