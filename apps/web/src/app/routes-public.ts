import { index, route } from '@tanstack/virtual-file-routes'

/** Pages that need no session, in the specification's order. */
export const publicRoutes = [
  route('/index', 'site/home-page.tsx'),
  route('/login', 'accounts/login-page.tsx'),
  route('/login2', 'auth/code-login-page.tsx'),
  route('/register', 'accounts/register-page.tsx'),
  route('/auth-redirect', 'issuers/auth-redirect-page.tsx'),
  route('/404', 'site/not-found-page.tsx'),
  route('/getPasswd', 'auth/reset-password-page.tsx'),
  route('/soso', 'site-search/soso-page.tsx'),
  route('/extension', 'app-releases/extension-page.tsx'),
  route('/price', 'plans/price-page.tsx'),
  route('/discount', 'promotions/discount-page.tsx'),
  route('/service', 'outages/service-page.tsx'),
  route('/sup_game', 'games/games-page.tsx'),
  route('/grammaly', 'grammar/grammar-page.tsx'),
  route('/pay_return_url', 'payments/pay-return-page.tsx'),
  // Not in the specification.
  route('/help', 'articles/reading/help-page.tsx'),
  route('/help/$articleId', 'articles/reading/help-article-page.tsx'),
  route('/undo', 'own-account/take-back-page.tsx'),
  route('/staff-invitation', 'staff/invitation-page.tsx'),
]

/** Addresses that only redirect. */
export const otherRoutes = [
  index('app/start.tsx'),
  route('/home', 'app/home.tsx'),
  route('/redirect/$', 'app/redirect.tsx'),
  route('/$', 'app/unknown.tsx'),
]
