import { readCookie, writeCookie } from '../../cookies.ts'
import { createStore } from '../../store.ts'

/** Below this width the sidebar overlays the page and closes automatically. */
const narrow = matchMedia('(width < 992px)')

export const onMobile = createStore(narrow.matches)
export const sidebarOpen = createStore(!narrow.matches && readCookie('sidebar') !== '0')

narrow.addEventListener('change', () => {
  onMobile.set(narrow.matches)
  sidebarOpen.set(!narrow.matches && readCookie('sidebar') !== '0')
})

/** Opens or closes the sidebar. The state is remembered only on wide screens. */
export function toggleSidebar(): void {
  const open = !sidebarOpen.get()
  sidebarOpen.set(open)
  if (!narrow.matches) writeCookie('sidebar', open ? '1' : '0')
}

export function closeOnMobile(): void {
  if (narrow.matches) sidebarOpen.set(false)
}
