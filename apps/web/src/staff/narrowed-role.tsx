import { Button } from '@mantine/core'
import { adminNeeds } from '@portico/contract/overview-admin'
import { adminListRoles, adminSettleRole, type StaffRole } from '@portico/contract/staff-admin'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { useSave } from '../ui/use-save.ts'
import { useRoleText } from './permission-text.ts'
import { roleName } from './role-name.ts'
import styles from './staff.module.css'

/** A ready-made role allows less since an update: what is missing, and the way to have it back under another name. */
export function NarrowedRole({ role }: { role: StaffRole }) {
  const t = useT()
  const may = useMay()
  const roleText = useRoleText()
  const settle = useSave({
    send: (copy: boolean) => call(adminSettleRole, { params: { id: role.id }, body: { copy } }),
    changes: [adminListRoles, adminNeeds],
  })
  const name = roleName(role.key, role.name)
  const action = (
    <>
      <Button variant="default" loading={settle.isPending} onClick={() => settle.mutate(true)}>
        {t('staff.narrowed_copy')}
      </Button>
      <Button variant="default" disabled={settle.isPending} onClick={() => settle.mutate(false)}>
        {t('staff.narrowed_seen')}
      </Button>
    </>
  )
  return (
    <div className={styles['narrowed']}>
      <Banner tone="warn" title={t('staff.narrowed', { name })} {...(may('staff.write') && { action })}>
        {t('staff.narrowed_text', { permissions: roleText({ ...role, permissions: role.lost }) })}
      </Banner>
    </div>
  )
}
