import * as z from 'zod/mini'
import type { Rule } from '../rule-texts.ts'
import { group, onOff, secret, text, whole } from './define.ts'

const passphrase = secret({
  maxLength: 200,
  label: { en: 'Passphrase', 'zh-CN': '备份口令' },
  help: {
    en: 'Encrypts the backups. Keep it away from this server: without it nobody can restore them.',
    'zh-CN': '用于加密备份。请另存他处：忘记口令，任何人都无法恢复。',
  },
})
const recipient = text({
  default: '',
  maxLength: 200,
  label: { en: 'Public key', 'zh-CN': '公钥' },
  help: {
    en: 'Instead of a passphrase: an age key, age1…. Only its secret key opens the backups, so whoever steals the server cannot read them.',
    'zh-CN': '可代替口令：age 公钥，以 age1 开头。只有对应的私钥才能打开备份，服务器被盗也无法解密。',
  },
})

export const backups = group({ en: 'Backups', 'zh-CN': '备份' }, 'settings.security', {
  'backups.passphrase': {
    ...passphrase,
    schema: passphrase.schema.check(z.refine((given) => given === '' || given.length >= 12, 'setting.short_passphrase' satisfies Rule)),
  },
  'backups.recipient': {
    ...recipient,
    schema: recipient.schema.check(
      z.refine((given) => given === '' || /^age1[0-9a-z]{20,}$/.test(given), 'setting.bad_age_key' satisfies Rule),
    ),
  },
  'backups.daily': onOff({
    default: true,
    label: { en: 'Back up every night', 'zh-CN': '每晚自动备份' },
    help: {
      en: 'Each backup is restored at once into a database of its own and compared.',
      'zh-CN': '每次备份后立即恢复到独立的数据库并逐项核对。',
    },
  }),
  'backups.hour': whole({
    default: 4,
    min: 0,
    max: 23,
    label: { en: 'Hour of the day', 'zh-CN': '备份时间（点）' },
    help: { en: 'In the site’s time zone.', 'zh-CN': '按站点时区。' },
  }),
  'backups.keep': whole({
    default: 7,
    min: 1,
    max: 365,
    label: { en: 'Backups kept', 'zh-CN': '保留份数' },
    help: {
      en: 'In DATA_DIR/backups, and in the bucket. Older ones are removed.',
      'zh-CN': '位于 DATA_DIR/backups 和存储桶中，更早的会被删除。',
    },
  }),
  'backups.bucket': onOff({
    default: false,
    label: { en: 'Copy to the bucket', 'zh-CN': '同时存入存储桶' },
    help: {
      en: 'The S3 bucket that Settings → Files names, below backups/. Files may stay on this server. Without a copy elsewhere, if the server is lost, so are its backups.',
      'zh-CN':
        '存入“文件存储”中填写的 S3 存储桶，路径为 backups/；上传的文件可仍存本机。若别处没有副本，服务器一旦损坏，备份也会一并丢失。',
    },
  }),
})
