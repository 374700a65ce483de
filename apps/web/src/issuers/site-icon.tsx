import type { SiteId } from '@portico/contract/sign-in-sites'
import { LineIcon } from '../ui/plain/icons.tsx'

const PATHS: Record<SiteId, string> = {
  google: 'M20 12h-8M20 12a8 8 0 1 1-2.4-5.7',
  apple:
    'M12 8c-1.4-1-2.9-1.2-4.2-.5-2.2 1.1-2.8 3.7-2 6.7.8 3.1 2.6 5.8 4.3 5.8.8 0 1.2-.5 1.9-.5s1.1.5 1.9.5c1.7 0 3.5-2.7 4.3-5.8.8-3 .2-5.6-2-6.7C14.9 6.8 13.4 7 12 8zM12 7.5c0-2 1-3.6 3-4.2',
  github: 'M5 4l3.2 2.2a10 10 0 0 1 7.6 0L19 4v5.5a7 7 0 0 1-1.2 7.5c-1.4 1.5-3.4 2-5.8 2s-4.4-.5-5.8-2A7 7 0 0 1 5 9.5zM9 13v.5M15 13v.5',
  telegram: 'M21 4L3 11.2l6 2.3M21 4l-3 16-9-6.5M21 4L9 13.5V20l3.3-4.1',
  oidc: 'M14.5 4a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M10.6 13.4L4 20M6.5 17.5L9 20',
}

/** A sign of our own for another site; decoration only. */
export function SiteIcon({ site, size }: { site: SiteId; size?: number }) {
  return <LineIcon path={PATHS[site]} size={size} />
}
