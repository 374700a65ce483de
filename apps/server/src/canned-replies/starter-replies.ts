import type { CannedReplyInput } from '@portico/contract/canned-replies-admin'

const reply = (title: string, text: string, zhTitle: string, zhText: string): CannedReplyInput => ({
  title,
  text,
  translations: { en: { title, text }, 'zh-CN': { title: zhTitle, text: zhText } },
})

/** Replies to the most frequent questions, for sites without any. */
export const starterReplies: CannedReplyInput[] = [
  reply(
    'Import the subscription again',
    'Hello {{name}},\n\nPlease import your subscription into the app again: open {{link}}, choose your app and confirm. Then connect to another location.\n\nIf it still does not work, tell us the app, its version and the location you tried.',
    '重新导入订阅',
    '{{name}}，您好：\n\n请重新导入订阅：打开 {{link}}，选择您的客户端并确认，然后换一个节点连接。\n\n如果仍然无法使用，请告诉我们客户端名称、版本以及您尝试的节点。',
  ),
  reply(
    'Plan expired: renew',
    'Hello {{name}},\n\nYour plan {{plan}} ended on {{expires}}, so your apps no longer connect. You can renew it here: {{plans}}\n\nAfter payment it works again within a minute; nothing needs to be set up again.',
    '套餐到期：续费',
    '{{name}}，您好：\n\n您的套餐 {{plan}} 已于 {{expires}} 到期，因此客户端无法连接。您可以在这里续费：{{plans}}\n\n付款后一分钟内即可恢复，无需重新设置。',
  ),
  reply(
    'Traffic used up',
    'Hello {{name}},\n\nYou have used {{used}} of your traffic and {{left}} is left. You can add traffic or choose a larger plan here: {{plans}}',
    '流量已用完',
    '{{name}}，您好：\n\n您已使用 {{used}} 流量，剩余 {{left}}。您可以在这里补充流量或更换更大的套餐：{{plans}}',
  ),
  reply(
    'Slow connection: what to try',
    'Hello {{name}},\n\nPlease try these in order: 1. refresh the subscription in your app; 2. choose a location near you; 3. try another network, such as mobile data.\n\nThen tell us the location, the time and the speed you saw, so that we can look at that node.',
    '速度慢：排查步骤',
    '{{name}}，您好：\n\n请依次尝试：1. 在客户端中更新订阅；2. 选择离您较近的节点；3. 换一个网络，例如移动数据。\n\n之后请告诉我们所用节点、时间以及测得的速度，方便我们检查该节点。',
  ),
  reply(
    'Payment not arrived',
    'Hello {{name}},\n\nWe do not see your payment yet. Please send the order number, how you paid, the amount and the time; a screenshot of the payment helps. We will check it and open your order by hand if needed.',
    '付款未到账',
    '{{name}}，您好：\n\n我们暂时没有查到您的付款。请提供订单号、付款方式、金额和时间，最好附上付款截图。我们核对后，如有需要会手动开通订单。',
  ),
  reply(
    'Solved: closing the ticket',
    'Hello {{name}},\n\nGlad that it works again. We are closing ticket {{ticket}} now. If it comes back, just reply here and we will continue.\n\n{{site}}',
    '已解决：关闭工单',
    '{{name}}，您好：\n\n很高兴问题已解决，我们将关闭工单 {{ticket}}。如再次出现，直接在此回复即可继续。\n\n{{site}}',
  ),
]
