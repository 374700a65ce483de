import { route } from '@tanstack/virtual-file-routes'

/** Pages of whoever is signed in, in the specification's order. */
export const memberRoutes = [route('/dashboard', 'dashboard/dashboard-page.tsx')]
