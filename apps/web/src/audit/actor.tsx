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
  const shown = email ?? name ?? (id === null ? '–' : `#${id}`)
  const kind = t(`log.kind_${entry.actor_kind}`)
  // In a list, who acted says what kind of actor it is, unless nobody did.
  if (plain) return <span title={kind}>{shown === '–' ? kind : shown}</span>
  return (
    <Stacked note={kind}>
      {id !== null && may('members.read') ? (
        <PathLink className="breaks" to={`/admin/user/${id}`}>
          {shown}
        </PathLink>
      ) : (
        <span className="breaks">{shown}</span>
      )}
    </Stacked>
  )
}
