import type { ReleaseInput } from '@portico/contract/app-releases-admin'
import { createRelease, publishRelease } from '../app-releases/change-releases.ts'
import type { App } from '../app.ts'

const PLATFORMS = ['chrome', 'edge', 'firefox', 'windows', 'android'] as const

/** Published releases of the extension and of two apps, so that the pages that offer them have something to offer. */
export async function fillReleases({ database }: App, at: Date): Promise<void> {
  await database.transaction(async (tx) => {
    for (const platform of PLATFORMS) {
      const input: ReleaseInput = {
        platform,
        version: '1.4.0',
        minimum_version: null,
        download_url: `https://downloads.example.com/portico-${platform}-1.4.0`,
        mirrors: [],
        sha256: null,
        notes_en: 'Starts faster, and remembers the last node.',
        notes_zh: '启动更快，并会记住上次使用的节点。',
      }
      const { id } = await createRelease(tx, input, at)
      await publishRelease(tx, id, true, at)
    }
  })
}
