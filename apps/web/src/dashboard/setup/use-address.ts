import { useSite } from '../../api/site.ts'
import { reachOf } from '../../nodes/call-address.ts'

/** The site's address, and whether only this machine can open it: no member could. */
export function useAddress(): { address: string; isLocal: boolean } {
  const address = useSite()?.weburl || location.origin
  return { address, isLocal: reachOf(address) === 'machine' }
}
