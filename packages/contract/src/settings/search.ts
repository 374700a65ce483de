import { group, text } from './define.ts'

/** Words that members of such sites use for the same thing, in both languages. */
const SYNONYMS = `2FA, two-factor, two-step verification, authenticator, 两步验证, 双重验证, 二次验证, 身份验证器
verification code, security code, OTP, 验证码, 校验码
voucher, gift card, redeem code, redemption code, 礼品卡, 兑换码, 充值卡, 卡密
coupon, promo code, discount code, 优惠码, 优惠券, 折扣码
referral, invite, invitation, affiliate, 邀请, 推荐, 推广, 返利
commission, reward, rebate, 佣金, 返佣, 提成
refund, money back, 退款, 退钱, 退费
withdraw, withdrawal, payout, cash out, 提现, 取现
top up, top-up, recharge, add funds, 充值, 加钱
balance, credit, wallet, 余额, 钱包
plan, package, 套餐, 资费
renew, renewal, extend, 续费, 续订, 续期
upgrade, change plan, 升级, 换套餐, 变更套餐
cancel, unsubscribe, 取消, 退订
invoice, receipt, bill, 发票, 收据, 账单
order, purchase, 订单, 购买记录
pay, payment, checkout, 付款, 支付, 结账
Alipay, 支付宝
WeChat, Weixin, 微信
node, server, location, 节点, 服务器, 线路
traffic, data, bandwidth, quota, 流量, 带宽
speed, slow, lag, latency, 速度, 延迟, 网速, 卡顿
disconnect, drops, offline, 断线, 掉线, 断开
cannot connect, not working, no connection, 连不上, 无法连接, 用不了, 上不了网
subscription link, subscribe link, subscription URL, 订阅链接, 订阅地址
import, add subscription, 导入, 添加订阅
app, client, software, 客户端, 软件, 应用
iPhone, iPad, iOS, 苹果手机
Android, 安卓
Windows, PC, 电脑
Mac, macOS, 苹果电脑
router, OpenWrt, 路由器, 软路由
extension, plugin, add-on, 扩展, 插件
device limit, device, 设备数, 设备
password, passcode, 密码, 口令
log in, login, sign in, 登录, 登入
register, sign up, create account, 注册, 开户
account, profile, 账号, 账户
delete account, close account, 注销, 删除账号
ticket, support, customer service, contact us, 工单, 客服, 联系我们
reset link, change link, 重置链接, 重置订阅, 更换链接
notice, announcement, 公告, 通知
download, installer, 下载, 安装包
tutorial, guide, 教程, 指南
expire, expiry, end date, 到期, 过期
free trial, trial, 试用, 体验
unlock, Netflix, streaming, 解锁, 流媒体, 奈飞
rules, routing, split tunnel, 规则, 分流
global mode, 全局模式, 全局
check-in, daily reward, 签到, 打卡`

export const search = group({ en: 'Search', 'zh-CN': '搜索' }, 'content.write', {
  'search.synonyms': text({
    default: SYNONYMS,
    maxLength: 20_000,
    lines: 14,
    label: { en: 'Words with the same meaning', 'zh-CN': '同义词' },
    help: {
      en: 'A group on each line, with commas between the words, in any language. Whoever searches for one finds the others too.',
      'zh-CN': '每行一组，词之间用逗号隔开，语言不限。搜索其中一个词时，也会找到其他词。',
    },
  }),
})
