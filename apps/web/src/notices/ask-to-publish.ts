import { type AdminNotice, adminPreviewNotice } from '@portico/contract/notices-admin'
import { call } from '../api/call.ts'
import { t } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'

type Asked = Pick<AdminNotice, 'placement' | 'audience' | 'audience_ids' | 'audience_days'>

/** Asks before publishing a notice, with the number of readers. `title`: in the operator's language. */
export async function askToPublish(notice: Asked, title: string): Promise<boolean> {
  const toOne = notice.audience === 'member'
  return confirm({
    title: t(toOne ? 'notice_manage.send_title' : 'notice_manage.publish_title', { title }),
    text: await whoSees(notice),
    confirm: t(toOne ? 'notice_manage.send_now' : 'notice_manage.move_publish'),
  })
}

async function whoSees({ placement, audience, audience_ids, audience_days }: Asked): Promise<string> {
  if (placement === 'bar') return t('notice_manage.publish_bar')
  if (audience === 'member') return t('notice_manage.send_text')
  const { members } = await call(adminPreviewNotice, { body: { audience, audience_ids, audience_days, body: '' } })
  return t('notice_manage.publish_members', { n: members ?? 0 })
}
