import type { RegisteredRouter } from '@tanstack/react-router'
import { t } from '../../i18n.ts'
import { showToast } from '../../toast.ts'
import { loading } from '../../api/loading.ts'

/** Whether a click on a menu entry may navigate now. If not, it shows why, unless navigation is blocked. */
export function mayLeaveFor(router: RegisteredRouter, path: string): boolean {
  if (router.state.location.pathname === path) return false
  const state = loading.get()
  if (state === 1) showToast({ kind: 'warning', title: t('error.loading_title'), message: t('error.loading_text') })
  return state === 0
}
