const names =
  'cn qq.com gtimg.com myqcloud.com qcloud.com tencent.com wechat.com weixin.com qpic.cn tencent-cloud.net taobao.com ' +
  'tmall.com alipay.com alipayobjects.com alicdn.com aliyun.com alibaba.com 1688.com amap.com autonavi.com dingtalk.com ' +
  'ele.me youku.com tbcache.com mmstat.com uc.cn alikunlun.com baidu.com bdstatic.com bdimg.com baidubce.com ' +
  'baidupcs.com iqiyi.com qiyi.com iqiyipic.com bilibili.com bilivideo.com hdslb.com biliapi.net acfun.cn douyu.com ' +
  'huya.com mgtv.com hitv.com douyin.com douyinpic.com douyinvod.com toutiao.com bytedance.com snssdk.com pstatp.com ' +
  'ixigua.com feishu.cn kuaishou.com gifshow.com yximgs.com kwimgs.com xiaohongshu.com xhscdn.com zhihu.com zhimg.com ' +
  'douban.com jd.com 360buyimg.com pinduoduo.com yangkeduo.com meituan.com meituan.net dianping.com suning.com vip.com ' +
  'weibo.com sinaimg.cn sina.com 163.com 126.net netease.com sohu.com ifeng.com csdn.net cnblogs.com ctrip.com qunar.com ' +
  'xiaomi.com miui.com mi.com huawei.com hicloud.com oppo.com vivo.com 360.com qihoo.com ksyun.com qiniu.com qbox.me ' +
  'upyun.com upaiyun.com wscdns.com chinanetcenter.com unionpay.com cmbchina.com icbc.com.cn ccb.com chinamobile.com ' +
  '10010.com cctv.com xinhuanet.com people.com.cn ximalaya.com kugou.com kuwo.cn xunlei.com sogou.com 58.com ke.com ' +
  'autohome.com.cn mihoyo.com'

/** Names in China with most traffic, for formats without lists. A test compares them with the built-in list. */
export const wellKnown: readonly string[] = names.split(' ')
