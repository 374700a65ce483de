import type { ReleaseInput } from '@portico/contract/app-releases-admin'
import type { Caller } from '../actor.ts'
import { createRelease, publishRelease } from '../app-releases/change-releases.ts'
import type { App } from '../app.ts'

const PLATFORMS = ['chrome', 'edge', 'firefox', 'windows', 'android'] as const

/** Publishes releases of the extension and of two apps, for the pages that offer them. */
export async function fillReleases({ database }: App, by: Caller, at: Date): Promise<void> {
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
    await publishRelease(database, by, await createRelease(database, by, input, at), true, at)
  }
}
