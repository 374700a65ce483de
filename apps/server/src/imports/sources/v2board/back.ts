import type { BackStatements } from '../../source.ts'

/** For going back: `v2_user`, which Xboard has kept. */
export const boardStatements: BackStatements = {
  traffic: ({ key, up, down }, quote) => `update v2_user set u = u + ${quote(up)}, d = d + ${quote(down)} where id = ${quote(Number(key))}`,
  term({ key, endsAt, quota }, quote) {
    const end = endsAt === null ? null : Math.floor(endsAt.getTime() / 1000)
    return `update v2_user set expired_at = ${quote(end)}, transfer_enable = ${quote(quota)} where id = ${quote(Number(key))}`
  },
}
