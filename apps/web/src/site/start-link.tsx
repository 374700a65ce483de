import { Link } from '@tanstack/react-router'
import { readToken } from '../api/session.ts'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { PlainIcon } from '../ui/plain/icons.tsx'

/** The way in: registration, login where registration is closed, or the member centre for someone who is signed in. */
export function Start() {
  const t = useT()
  const isClosed = useSite()?.registration_open === false
  const [to, name] =
    readToken() !== null
      ? (['/user/center', 'nav.member_center'] as const)
      : isClosed
        ? (['/login', 'nav.log_in'] as const)
        : (['/register', 'nav.register'] as const)
  return (
    <Link to={to} className={buttonClass('primary', 'large')}>
      {t(name)}
      <PlainIcon name="arrow" size={18} />
    </Link>
  )
}
