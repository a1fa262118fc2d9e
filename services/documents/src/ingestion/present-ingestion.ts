import type { Ingestion } from '@portal/contracts/ingestion'
import type { versions } from '../schema.ts'

type Row = Pick<
  typeof versions.$inferSelect,
  'ingestionState' | 'ingestionReason' | 'passageCount' | 'unreadPages'
>

/** How far a version's file is from upload to being searchable. */
export function presentIngestion(version: Row): Ingestion {
  const { ingestionState: state, ingestionReason: reason, passageCount: passages, unreadPages } = version
  return { state, reason, passages, unreadPages }
}
