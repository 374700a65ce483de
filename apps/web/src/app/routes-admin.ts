import { route } from '@tanstack/virtual-file-routes'

/** The console, in the specification's order. */
export const adminRoutes = [route('/admin/server/group', 'groups/groups-page.tsx')]
