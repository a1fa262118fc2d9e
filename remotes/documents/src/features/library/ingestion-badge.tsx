import type { Ingestion, IngestionState } from '@portal/contracts/documents'
import { Badge, type BadgeTone } from '@portal/ui/badge'

const words: Readonly<
  Record<Exclude<IngestionState, 'ready'>, { readonly word: string; readonly tone: BadgeTone }>
> = {
  queued: { word: 'Waiting', tone: 'info' },
  reading: { word: 'Reading', tone: 'info' },
  indexing: { word: 'Indexing', tone: 'info' },
  failed: { word: 'Not readable', tone: 'danger' },
}

/** Where a document stands on its way to the assistant; nothing once it is ready. */
export function IngestionBadge({ ingestion }: { readonly ingestion: Ingestion }) {
  if (ingestion.state === 'ready') return null
  const { word, tone } = words[ingestion.state]
  return <Badge tone={tone}>{word}</Badge>
}
