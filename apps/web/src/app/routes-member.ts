import { route } from '@tanstack/virtual-file-routes'

/** Pages that need a session, in the specification's order. */
export const memberRoutes = [
  route('/dashboard', 'dashboard/dashboard-page.tsx'),
  route('/user/center', 'accounts/center-page.tsx'),
  route('/user/msg', 'message-centre/messages-page.tsx'),
  route('/user/plans', 'plans/buy-page.tsx'),
  route('/user/plan/$planId/$type', 'plans/configure-page.tsx'),
  route('/user/plan/list', 'plans/buy-list-page.tsx'),
  route('/user/topup', 'topup/topup-page.tsx'),
  route('/user/orders', 'orders/my-orders-page.tsx'),
  route('/user/order/list', 'orders/my-order-list-page.tsx'),
  route('/user/order/$tradeNo', 'orders/order-page.tsx'),
  route('/order/$tradeNo', 'orders/order-short-page.tsx'),
  route('/user/cards', 'redeem-codes/cards-page.tsx'),
  route('/user/invites', 'invites/invites-page.tsx'),
  route('/user/invite/index', 'invites/invite-index-page.tsx'),
  route('/user/nodes', 'nodes/my-nodes-page.tsx'),
  route('/user/traffics', 'traffic/my-traffic-page.tsx'),
  route('/user/traffic/list', 'traffic/my-traffic-list-page.tsx'),
  route('/user/subscribe/index', 'subscriptions/subscribe-page.tsx'),
  route('/user/my', 'own-account/my-page.tsx'),
  route('/user/reminders', 'reminders/reminders-page.tsx'),
  route('/user/profile/index', 'own-account/profile-page.tsx'),
  route('/user/article', 'articles/reading/user-article-page.tsx'),
  route('/article/list', 'articles/reading/article-list-page.tsx'),
  route('/article/articleRead/$articleId', 'articles/reading/article-page.tsx'),
]
