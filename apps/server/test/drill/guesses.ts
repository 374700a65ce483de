import { caller } from '../harness.ts'
import { primaryOf, type Site } from './site.ts'

/** Most tries that are let through before the limit, as a guard of the loop. */
const MOST = 20

/** Guesses a password through all processes until they are refused, before and after a change of primary. */
export async function guessAcross(site: Site): Promise<string> {
  const { cluster, t } = site
  const member = await t.member()
  const guess = async (): Promise<string> => {
    const given = { email: member.email, password: 'wrong' }
    return (await caller(cluster.site)('POST', '/muser/auth/login', given)).body.code
  }
  const untilRefused = async (): Promise<number> => {
    for (let tries = 0; tries < MOST; tries++) {
      const code = await guess()
      if (code === 'challenge.required') return tries
      if (code !== 'account.wrong_credentials') throw new Error(`a guess got ${code}`)
    }
    return MOST
  }
  const before = await untilRefused()
  await cluster.switchover(await primaryOf(site))
  await cluster.until('a synchronous standby', cluster.isWhole, 120)
  const after = await untilRefused()
  if (before !== 5 || after > 5) throw new Error(`${before} guesses before, ${after} after`)
  return `refused after ${before} guesses over three processes, and after ${after} more on the new primary, where the count is a new one`
}
