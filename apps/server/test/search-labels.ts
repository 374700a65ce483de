// Articles of a small site and what members type when they look for one of them.

type Article = { en: [title: string, text: string]; zh: [title: string, text: string] }

export const labelledArticles: Record<string, Article> = {
  factor: {
    en: ['Set up two-factor sign-in', 'An authenticator app shows six digits that change every half minute.'],
    zh: ['设置两步验证', '身份验证器会显示每半分钟变化一次的六位数字。'],
  },
  card: {
    en: ['Redeem a gift card', 'Type the code of your card on the page for redeeming.'],
    zh: ['使用礼品卡', '在兑换页面输入卡上的兑换码。'],
  },
  coupon: { en: ['Use a coupon', 'Enter it before you pay, and the price falls.'], zh: ['使用优惠券', '付款前填写，价格会相应减少。'] },
  invite: { en: ['Invite friends', 'Share your invitation and earn a commission.'], zh: ['邀请好友', '分享邀请链接，赚取佣金。'] },
  refund: { en: ['Ask for a refund', 'Within seven days, what is left comes back.'], zh: ['申请退款', '七天之内，剩余部分会退回。'] },
  payout: { en: ['Withdraw your earnings', 'Payouts take two working days.'], zh: ['提现说明', '提现需要两个工作日。'] },
  balance: { en: ['Top up your balance', 'Money in the wallet pays for renewals.'], zh: ['为余额充值', '钱包里的钱可用于续费。'] },
  cancel: { en: ['Cancel automatic renewal', 'The plan runs to its end and stops.'], zh: ['取消自动续费', '套餐到期后停止，不再扣款。'] },
  invoice: { en: ['Download an invoice', 'Each paid order has one.'], zh: ['下载发票', '每个已付款的订单都有发票。'] },
  alipay: { en: ['Pay with Alipay', 'Scan the code with the app on your phone.'], zh: ['使用支付宝付款', '用手机扫描二维码。'] },
  nodes: { en: ['Choose a node', 'Near locations are faster.'], zh: ['选择节点', '距离近的线路更快。'] },
  traffic: { en: ['How traffic is counted', 'Upload and download add up.'], zh: ['流量如何计算', '上传和下载相加。'] },
  slow: { en: ['When the speed is low', 'Change the node in the evening.'], zh: ['网速变慢时', '晚高峰请更换节点。'] },
  offline: { en: ['Cannot connect', 'Update the subscription, then restart.'], zh: ['无法连接怎么办', '先更新订阅，再重新启动。'] },
  link: {
    en: ['Your subscription link', 'Keep it secret; reset it if others have it.'],
    zh: ['您的订阅链接', '请勿泄露；如已泄露请重置。'],
  },
  importing: { en: ['Import on a computer', 'Open the app for Windows or macOS.'], zh: ['在电脑上导入', '打开 Windows 或 macOS 客户端。'] },
  iphone: {
    en: ['Set up an iPhone', 'Shadowrocket is in the App Store of other countries.'],
    zh: ['在 iPhone 上设置', '小火箭需要外区账号。'],
  },
  android: { en: ['Set up Android', 'Install the package and allow the VPN.'], zh: ['在安卓上设置', '安装后允许 VPN 连接。'] },
  router: {
    en: ['Set up a router', 'OpenWrt with a plugin serves the whole home.'],
    zh: ['在路由器上设置', '软路由配合插件可供全家使用。'],
  },
  devices: { en: ['Too many devices', 'Disconnect one to connect another.'], zh: ['设备数超限', '断开一台后再连接另一台。'] },
  password: { en: ['Change your password', 'A code comes by mail.'], zh: ['修改密码', '验证码会发送到邮箱。'] },
  account: { en: ['Close your account', 'Everything is erased after a day.'], zh: ['注销账号', '一天后清除全部资料。'] },
  ticket: { en: ['Write to support', 'A ticket is answered within hours.'], zh: ['联系客服', '工单会在数小时内回复。'] },
  stream: { en: ['Netflix and other streaming', 'Some nodes unlock more than others.'], zh: ['奈飞等流媒体', '部分节点可解锁更多内容。'] },
  rules: {
    en: ['Rules and global mode', 'Rules send only some sites through a node.'],
    zh: ['规则与全局模式', '规则模式只让部分网站经过节点。'],
  },
  checkin: { en: ['Daily check-in', 'It adds a little traffic.'], zh: ['每日签到', '签到可获得少量流量。'] },
}
