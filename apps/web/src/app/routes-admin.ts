import { route } from '@tanstack/virtual-file-routes'

/** The console, in the specification's order. */
export const adminRoutes = [
  route('/admin/setting', 'settings/settings-page.tsx'),
  route('/admin/messages', 'messages/messages-page.tsx'),
  route('/admin/payment', 'payments/payment-methods-page.tsx'),
  route('/admin/appversion', 'app-releases/app-versions-page.tsx'),
  route('/admin/server/manage', 'nodes/nodes-manage-page.tsx'),
  route('/admin/server/group', 'groups/groups-page.tsx'),
  route('/admin/pac', 'templates/pac-page.tsx'),
  route('/admin/extension', 'app-releases/extension-manage-page.tsx'),
  route('/admin/client_conf', 'app-releases/client-config-page.tsx'),
  route('/admin/clash', 'templates/clash-templates-page.tsx'),
  route('/admin/ios_conf', 'templates/ios-templates-page.tsx'),
  route('/admin/pac2', 'youth-mode/youth-rules-page.tsx'),
  route('/admin/plan_manage', 'plans/plans-manage-page.tsx'),
  route('/admin/order', 'orders/orders-manage-page.tsx'),
  route('/admin/reconciliation', 'payments/reconciliation-page.tsx'),
  route('/admin/ledger', 'ledger/ledger-page.tsx'),
  route('/admin/tixian', 'withdrawals/withdrawals-manage-page.tsx'),
  route('/admin/invite_code', 'invites/invite-codes-manage-page.tsx'),
  route('/admin/vipcard', 'redeem-codes/codes-manage-page.tsx'),
  route('/admin/coupon', 'coupons/coupons-manage-page.tsx'),
  route('/admin/user', 'accounts/users-manage-page.tsx'),
  route('/admin/staff', 'staff/staff-page.tsx'),
  route('/admin/traffic', 'traffic/traffic-manage-page.tsx'),
  route('/admin/log', 'log/log-page.tsx'),
]
