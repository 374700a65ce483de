import { onScratchDatabase } from '../../backups/scratch-database.ts'
import { faultOfBooks } from '../../backups/drill-backup.ts'
import { connect } from '../../db/client.ts'
import { migrate } from '../../db/migrate.ts'
import { compareLinks } from '../compare/compare-links.ts'
import { BadSource } from '../old/old-database.ts'
import { type Asked, move, type Outcome, type Site, type Watch } from './run-import.ts'

/** Moves into a database of its own beside the site's, checks the books, compares links with the old panel, and drops it again. */
export async function rehearse(site: Site, asked: Asked, watch: Watch): Promise<Outcome> {
  return onScratchDatabase(site.ownerUrl, async (url) => {
    await migrate({ owner: url, server: url })
    const outcome = await move({ ...site, ownerUrl: url }, asked, watch)
    const fault = await faultOfBooks(url, site.now())
    if (fault !== null) throw new BadSource('damaged', fault)
    const address = asked.options.address
    if (address === undefined || address === '') return outcome
    if (!URL.canParse(address)) throw new BadSource('unanswered', address)
    await watch('comparing', 0, 0)
    const database = connect(url, { max: 4, secrets: site.secrets })
    try {
      const sides = { database, config: site.config, settings: site.settings, now: site.now(), address }
      return { ...outcome, comparison: await compareLinks(sides, (share) => watch('comparing', share, 0)) }
    } finally {
      await database.close()
    }
  })
}
