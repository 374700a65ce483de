import { Button } from '@mantine/core'
import { fetchOrders } from '@portico/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'

/** Links to the open order. No other can be placed meanwhile, so it is the newest one. */
export function OpenOrderLink() {
  const t = useT()
  const { data } = useQuery(get(fetchOrders, { query: { page: 1, page_size: 1 } }, { background: true }))
  const open = data?.items[0]
  return (
    <Button component={PathLink} to={open ? `/user/order/${open.trade_no}` : '/user/orders'}>
      {t('configure.to_open_order')}
    </Button>
  )
}
