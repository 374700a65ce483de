import type { ArticleStatus } from '@portico/contract/articles-admin'
import type { Tone } from '../ui/status-badge.tsx'

export const STATUS_TONES: Record<ArticleStatus, Tone> = { draft: 'quiet', scheduled: 'busy', published: 'good', archived: 'quiet' }
