import { getFooter } from '@portico/contract/footer'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { get, queryClient } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import styles from './public.module.css'

/** The public articles in the slide-in menu, once there are any. */
export function HelpEntry() {
  const t = useT()
  const { data } = useQuery(get(getFooter, {}, { background: true }), queryClient)
  if (!data?.has_help) return null
  return (
    <Link to="/help" activeProps={{ className: styles['current'], 'aria-current': 'page' }}>
      {t('footer.help')}
    </Link>
  )
}
