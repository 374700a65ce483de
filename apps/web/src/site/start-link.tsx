import { Link } from '@tanstack/react-router'
import { readToken } from '../api/session.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { PlainIcon } from '../ui/plain/icons.tsx'

/** The way in: registration, or the member centre for someone who is signed in. */
export function Start() {
  const t = useT()
  const inside = readToken() !== null
  return (
    <Link to={inside ? '/user/center' : '/register'} className={buttonClass('primary', 'large')}>
      {t(inside ? 'nav.member_center' : 'nav.register')}
      <PlainIcon name="arrow" size={18} />
    </Link>
  )
}
