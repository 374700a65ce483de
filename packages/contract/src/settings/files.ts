import { choice, group, origin, secret, text } from './define.ts'

export const files = group({ en: 'Files', 'zh-CN': '文件存储' }, 'settings.security', {
  'files.storage': choice({
    default: 'disk',
    choices: {
      disk: { en: 'On this server', 'zh-CN': '本机磁盘' },
      s3: { en: 'S3 or compatible', 'zh-CN': 'S3 或兼容服务' },
    },
    label: { en: 'Where files are kept', 'zh-CN': '文件存放位置' },
    help: {
      en: 'Several server processes need S3. After a change to S3, files move there by themselves.',
      'zh-CN': '多进程运行时须使用 S3。改为 S3 后，已有文件会自动迁移过去。',
    },
  }),
  'files.s3_endpoint': origin({
    default: '',
    label: { en: 'S3: endpoint', 'zh-CN': 'S3：接入地址（Endpoint）' },
    help: {
      en: 'Without the bucket, for example https://s3.eu-central-1.amazonaws.com.',
      'zh-CN': '不含存储桶名，例如 https://s3.eu-central-1.amazonaws.com。',
    },
  }),
  'files.s3_region': text({
    default: '',
    maxLength: 60,
    label: { en: 'S3: region', 'zh-CN': 'S3：区域' },
    help: { en: 'For example eu-central-1. Leave empty for auto.', 'zh-CN': '例如 eu-central-1。留空则为 auto。' },
  }),
  'files.s3_bucket': text({
    default: '',
    maxLength: 100,
    label: { en: 'S3: bucket', 'zh-CN': 'S3：存储桶' },
    help: {
      en: 'Keep it private: visitors get files from this site.',
      'zh-CN': '请保持私有：访客始终从本站读取文件。',
    },
  }),
  'files.s3_access_id': text({ default: '', maxLength: 200, label: { en: 'S3: access key', 'zh-CN': 'S3：访问密钥 ID' } }),
  'files.s3_secret': secret({ maxLength: 500, label: { en: 'S3: secret key', 'zh-CN': 'S3：访问密钥' } }),
})
