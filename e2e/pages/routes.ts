export const LANGUAGES = ['en', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]

/** A visitor, a member, staff with the ready-made role "support", and an owner. */
export const PEOPLE = ['visitor', 'member', 'staff', 'owner'] as const
export type Who = (typeof PEOPLE)[number]

/** `path` may hold `{order}` and `{article}`. `title`: in English and Chinese. */
export type PageRoute = { path: string; title: [string, string]; for: 'all' | 'members' | 'support' | 'owners' }

/** Every address of the specification, in its order, as a person would type it. Written by hand: it does not follow the code. */
const rows: [string, PageRoute['for'], string, string][] = [
  ['/index', 'all', 'Home', '首页'],
  ['/grammaly', 'all', 'Price', '价格'],
  ['/login', 'all', 'Log in', '登录'],
  ['/login2', 'all', 'Log in', '登录'],
  ['/register', 'all', 'Create account', '注册'],
  ['/404', 'all', 'Page not found', '页面不存在'],
  ['/auth-redirect', 'all', 'Log in', '登录'],
  ['/soso', 'all', 'Search', '搜索'],
  ['/extension', 'all', 'Browser extension', '浏览器扩展'],
  ['/home', 'all', 'Home', '首页'],
  ['/price', 'all', 'Price', '价格'],
  ['/service', 'all', 'Service and status', '客服与服务状态'],
  ['/getPasswd', 'all', 'Reset password', '重置密码'],
  ['/sup_game', 'all', 'Supported games', '支持的游戏'],
  ['/discount', 'all', 'Promotions', '优惠活动'],
  ['/pay_return_url', 'all', 'Payment result', '支付结果'],
  ['/redirect/price', 'all', 'Price', '价格'],
  ['/dashboard', 'members', 'Home', '首页'],
  ['/user/center', 'members', 'Member centre', '会员中心'],
  ['/user/msg', 'members', 'Message centre', '消息中心'],
  ['/user/plans', 'members', 'Buy and renew', '购买与续费'],
  ['/user/plan/1/1', 'members', 'Configure plan', '配置套餐'],
  ['/user/plan/list', 'members', 'Buy and renew', '购买与续费'],
  ['/user/cards', 'members', 'Redeem plan', '兑换套餐'],
  ['/user/orders', 'members', 'My orders', '我的订单'],
  ['/user/order/list', 'members', 'My orders', '我的订单'],
  ['/user/order/{order}', 'members', 'Order details', '订单详情'],
  ['/order/{order}', 'members', 'Order details', '订单详情'],
  ['/user/my', 'members', 'My card', '我的会员卡'],
  ['/user/invites', 'members', 'Promotion rebate', '推广返利'],
  ['/user/invite/index', 'members', 'Promotion rebate', '推广返利'],
  ['/user/nodes', 'members', 'Nodes', '节点列表'],
  ['/user/traffics', 'members', 'Traffic details', '流量明细'],
  ['/user/traffic/list', 'members', 'Traffic details', '流量明细'],
  ['/user/tickets', 'members', 'My tickets', '我的工单'],
  ['/user/ticket/list', 'members', 'My tickets', '我的工单'],
  ['/user/article', 'members', 'Tutorials', '教程文档'],
  ['/user/subscribe/index', 'members', 'My subscription', '我的订阅'],
  ['/user/profile/index', 'members', 'Account centre', '账号中心'],
  ['/article/list', 'members', 'Tutorials', '教程文档'],
  ['/article/articleRead/{article}', 'members', 'Getting started', '新手入门'],
  ['/admin/setting', 'owners', 'Settings', '系统设置'],
  ['/admin/payment', 'owners', 'Payment methods', '支付方式'],
  ['/admin/appversion', 'owners', 'App versions', '客户端版本'],
  ['/admin/server/manage', 'support', 'Nodes', '节点管理'],
  ['/admin/server/group', 'support', 'Permission groups', '权限组'],
  ['/admin/pac', 'owners', 'PAC rules', 'PAC 规则'],
  ['/admin/extension', 'owners', 'Browser extension', '浏览器扩展'],
  ['/admin/client_conf', 'owners', 'Client configuration', '客户端配置'],
  ['/admin/clash', 'owners', 'Clash templates', 'Clash 模板'],
  ['/admin/ios_conf', 'owners', 'iOS templates', 'iOS 模板'],
  ['/admin/pac2', 'owners', 'Youth mode rules', '青少年模式规则'],
  ['/admin/plan_manage', 'support', 'Plans', '套餐管理'],
  ['/admin/order', 'support', 'Orders', '订单管理'],
  ['/admin/tixian', 'owners', 'Withdrawals', '提现管理'],
  ['/admin/invite_code', 'owners', 'Invite codes', '邀请码管理'],
  ['/admin/vipcard', 'owners', 'Redeem codes', '兑换码管理'],
  ['/admin/coupon', 'owners', 'Coupons', '优惠管理'],
  ['/admin/user', 'support', 'Members', '会员管理'],
  ['/admin/ticket', 'support', 'Tickets', '工单'],
  ['/admin/notice', 'owners', 'Notices', '公告管理'],
  ['/admin/content/categories', 'owners', 'Categories', '分类管理'],
  ['/admin/content/tags', 'owners', 'Tags', '标签管理'],
  ['/admin/content/contentlist', 'owners', 'All content', '全部内容'],
  ['/admin/content/contentcreate', 'owners', 'Write an article', '撰写文章'],
  ['/admin/content/contentcreate/{article}', 'owners', 'Edit article', '编辑文章'],
  ['/admin/content/files', 'owners', 'Files', '素材管理'],
  ['/admin/article/list', 'owners', 'Reading order', '阅读顺序'],
  ['/admin/traffic', 'support', 'Traffic', '流量统计'],
  ['/admin/log', 'owners', 'Log', '日志'],
]
export const pageRoutes: PageRoute[] = rows.map(([path, whose, ...title]) => ({ path, for: whose, title }))

/** Where an address leads, with what comes after `?` still encoded. Without an entry: the page itself. */
export function leadsTo({ path, for: whose }: PageRoute, who: Who): string {
  const always: Record<string, string> = { '/home': '/index', '/redirect/price': '/price' }
  const whenSignedIn: Record<string, string> = { '/login': '/dashboard', '/register': '/dashboard' }
  if (who === 'visitor' && whose !== 'all') return `/login?redirect=${encodeURIComponent(path)}`
  if (who !== 'visitor' && whenSignedIn[path]) return whenSignedIn[path]
  if (whose === 'owners' && who !== 'owner') return '/404'
  if (whose === 'support' && who === 'member') return '/404'
  return always[path] ?? path
}

/** The title of the page an address leads to. */
export function titleAt(address: string, route: PageRoute, language: Language): string {
  const { title } = pageRoutes.find(({ path }) => path === address) ?? route
  return title[LANGUAGES.indexOf(language)] ?? ''
}
