import type { Language } from '@portico/contract/translations'

type Texts = { title: string; text: string }
/** A page that search finds. `of`: who finds it; absent: everybody. `also`: other words for it, in both languages; never shown. */
export type SitePage = { path: string; of?: 'visitor' | 'member'; also: string } & Record<Language, Texts>

/** The pages of the site that people look for by name. */
export const sitePages: SitePage[] = [
  {
    path: '/price',
    of: 'visitor',
    en: { title: 'Price', text: 'All plans with their prices for a month, a quarter or a year.' },
    'zh-CN': { title: '价格', text: '全部套餐及月付、季付、年付价格。' },
    also: 'price cost plans buy subscription renew compare upgrade trial 套餐 订阅 升级 试用 购买 费用 多少钱 续费',
  },
  {
    path: '/service',
    en: { title: 'Service and status', text: 'Whether all locations are up, and how to reach us.' },
    'zh-CN': { title: '客服与服务状态', text: '各线路的运行状态，以及联系客服的方式。' },
    also: 'support contact help uptime outage down status customer chat slow speed disconnect broken refund cancel complaint locations 联系 人工 投诉 故障 慢 卡 速度 断线 断开 连不上 退款 退费 取消 线路 节点 地区 在线客服 公告',
  },
  {
    path: '/extension',
    en: { title: 'Browser extension', text: 'Download the extension and import your configuration.' },
    'zh-CN': { title: '浏览器扩展', text: '下载扩展并导入您的配置。' },
    also: 'chrome edge firefox plugin download import 插件 下载 导入 谷歌浏览器',
  },
  {
    path: '/discount',
    en: { title: 'Promotions', text: 'Discounts that are running now.' },
    'zh-CN': { title: '优惠活动', text: '正在进行的优惠活动。' },
    also: 'discount sale coupon offer cheaper promotion 折扣 打折 优惠码 促销 便宜',
  },
  {
    path: '/help',
    of: 'visitor',
    en: { title: 'Tutorials', text: 'Guides for setting up your devices, paying, and solving problems.' },
    'zh-CN': { title: '教程文档', text: '设备安装、付款和排查问题的教程。' },
    also: 'help guide articles setup install faq manual how-to slow speed connect router 慢 速度 连不上 路由器 帮助 文档 使用方法 安装 常见问题 怎么用',
  },
  {
    path: '/register',
    of: 'visitor',
    en: { title: 'Create account', text: 'Register with your e-mail address.' },
    'zh-CN': { title: '注册', text: '使用邮箱注册账号。' },
    also: 'sign-up register join new account 账号 开户 新用户 登记',
  },
  {
    path: '/login',
    of: 'visitor',
    en: { title: 'Log in', text: 'Open your account.' },
    'zh-CN': { title: '登录', text: '登录您的账号。' },
    also: 'log-in login sign-in password 登陆 密码 账户',
  },
  {
    path: '/getPasswd',
    of: 'visitor',
    en: { title: 'Reset password', text: 'Set a new password with a code sent to your e-mail address.' },
    'zh-CN': { title: '重置密码', text: '通过邮箱验证码设置新密码。' },
    also: 'forgot lost password recover change 忘记密码 找回密码 修改密码',
  },
  {
    path: '/user/plans',
    of: 'member',
    en: { title: 'Buy and renew', text: 'Buy a plan, renew the one you have, or change to another.' },
    'zh-CN': { title: '购买与续费', text: '购买套餐、续费或更换套餐。' },
    also: 'price pricing plans upgrade subscription extend cost cancel change downgrade 取消 更改 降级 价格 套餐 升级 变更 订阅',
  },
  {
    path: '/user/orders',
    of: 'member',
    en: { title: 'My orders', text: 'What you bought, and what is still to be paid.' },
    'zh-CN': { title: '我的订单', text: '您的购买记录和待支付订单。' },
    also: 'invoice bill receipt payment purchase history refund cancel unpaid 退款 退费 取消 待支付 账单 收据 支付 付款 发票 记录',
  },
  {
    path: '/user/subscribe/index',
    of: 'member',
    en: { title: 'My subscription', text: 'Your link, its code, and apps to import it with.' },
    'zh-CN': { title: '我的订阅', text: '您的订阅链接、二维码和可导入的客户端。' },
    also: 'link url qr code import clash sing-box shadowrocket app reset 重置 地址 链接 二维码 导入 客户端',
  },
  {
    path: '/user/nodes',
    of: 'member',
    en: { title: 'Nodes', text: 'The locations you can use.' },
    'zh-CN': { title: '节点列表', text: '您可以使用的节点。' },
    also: 'servers locations countries regions slow speed latency offline 慢 卡 速度 延迟 断线 线路 服务器 地区 国家',
  },
  {
    path: '/user/traffics',
    of: 'member',
    en: { title: 'Traffic details', text: 'How much you used, day by day.' },
    'zh-CN': { title: '流量明细', text: '每天的流量使用情况。' },
    also: 'usage data bandwidth quota gigabytes remaining 用量 剩余 额度 使用记录',
  },
  {
    path: '/user/cards',
    of: 'member',
    en: { title: 'Redeem plan', text: 'Enter the code of a gift card.' },
    'zh-CN': { title: '兑换套餐', text: '使用礼品卡兑换码。' },
    also: 'redeem a code gift card voucher coupon 礼品卡 兑换码 卡密 兑换中心',
  },
  {
    path: '/user/topup',
    of: 'member',
    en: { title: 'Top up balance', text: 'Add money to your balance.' },
    'zh-CN': { title: '余额充值', text: '为账户余额充值。' },
    also: 'deposit wallet credit recharge money 钱包 充钱 存款',
  },
  {
    path: '/user/invites',
    of: 'member',
    en: { title: 'Promotion rebate', text: 'Invite friends and earn a commission.' },
    'zh-CN': { title: '推广返利', text: '邀请好友，获得佣金。' },
    also: 'invite referral rewards commission affiliate friends withdraw payout cash 现金 邀请 佣金 提现 推荐',
  },
  {
    path: '/user/center',
    of: 'member',
    en: { title: 'Member centre', text: 'Your plan, automatic renewal and daily check-in.' },
    'zh-CN': { title: '会员中心', text: '您的套餐、自动续费和每日签到。' },
    also: 'account overview cancel stop renew auto-renewal 账户 取消 关闭 自动扣费 签到',
  },
  {
    path: '/user/my',
    of: 'member',
    en: { title: 'My card', text: 'Your account, its password and how you log in.' },
    'zh-CN': { title: '我的会员卡', text: '您的账号、密码和登录方式。' },
    also: 'account profile password e-mail avatar second factor passkey security devices 账户 资料 头像 修改密码 安全 邮箱 设备',
  },
]
