import { useMay } from '../api/may.ts'
import { PathLink } from '../ui/path-link.tsx'

/** A member in a list, with a way to their page for those who may see it. */
export function MemberLink({ id, email }: { id: number; email: string }) {
  const may = useMay()
  if (!may('members.read')) return <span className="breaks">{email}</span>
  return (
    <PathLink className="breaks" to={`/admin/user/${id}`}>
      {email}
    </PathLink>
  )
}
