import type { ToldByStaff } from '@portico/contract/told-by-staff'
import { IconDevices, IconGift, IconLink, IconLock, IconLockOpen, IconMessage, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { EventProps, EventView } from '../events/event-view.ts'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { useDate } from '../ui/format/use-date.ts'

const SHOWN: Record<ToldByStaff['what'], { icon: ComponentType<IconProps>; tone: EventView['tone']; to?: string }> = {
  message: { icon: IconMessage, tone: 'info' },
  extended: { icon: IconGift, tone: 'good', to: '/user/center' },
  plan: { icon: IconGift, tone: 'good', to: '/user/center' },
  traffic: { icon: IconGift, tone: 'good', to: '/user/center' },
  new_link: { icon: IconLink, tone: 'warn', to: '/user/subscribe/index' },
  suspended: { icon: IconLock, tone: 'bad' },
  lifted: { icon: IconLockOpen, tone: 'good' },
  devices: { icon: IconDevices, tone: 'info', to: '/user/center' },
}

/** Something that support did for the member, or wrote. */
export function SaidByStaff({ data, render }: EventProps<'told_by_staff'>) {
  const t = useT()
  const date = useDate()
  const { what, text, days = 0, bytes = 0, begins_at: begins, starts_by: waits } = data
  const { icon, tone, to } = SHOWN[what]
  const amount = formatBytes(bytes)
  return render({
    icon,
    tone,
    title: t(`told_by_staff.${what}`, { n: days, amount }),
    text:
      what === 'message'
        ? (text ?? '')
        : waits
          ? t('told_by_staff.plan_waits', { day: date(waits) })
          : begins
            ? t('told_by_staff.days_bring', { day: date(begins), amount })
            : t(`told_by_staff.${what}_text`),
    ...(to !== undefined && { link: { to, label: t(`told_by_staff.${to === '/user/subscribe/index' ? 'to_link' : 'to_plan'}`) } }),
  })
}
