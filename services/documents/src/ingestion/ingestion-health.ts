import { IngestionState, type ingestionApi } from '@portal/contracts/ingestion'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import { versionOf } from '../joins.ts'
import type { Verb } from '../ports.ts'
import { versions, versionTexts } from '../schema.ts'
import { ofKeptDocument } from './ingestion-problems.ts'

export const readIngestionHealth: Verb<typeof ingestionApi.readIngestionHealth> = (ctx) =>
  ctx.tx(async (db) => {
    const { ingestionState: state, unreadPages } = versions
    const hasUnread = sql`${state} = 'ready' and cardinality(${unreadPages}) > 0`
    const rows = await db
      .select({
        state,
        versions: count(),
        partlyRead: sql<number>`count(*) filter (where ${hasUnread})`.mapWith(Number),
      })
      .from(versions)
      .where(ofKeptDocument(ctx))
      .groupBy(state)
    const { parser } = versionTexts
    const named = await db
      .select({ parser, versions: count() })
      .from(versionTexts)
      .innerJoin(versions, and(versionOf(versionTexts), eq(versions.ingestionState, 'ready')))
      .where(ofKeptDocument(ctx))
      .groupBy(parser)
      .orderBy(desc(count()), parser)
    const isEarlier = (name: string) => ctx.ports.parser.isEarlier(name)
    const parsers = named.map((each) => ({ ...each, isEarlier: isEarlier(each.parser) }))
    const of = (wanted: IngestionState) => rows.find((row) => row.state === wanted)?.versions ?? 0
    const { queued, reading, indexing, ready, failed } = IngestionState.enum
    return {
      ...{ queued: of(queued), reading: of(reading), indexing: of(indexing) },
      ...{ ready: of(ready), failed: of(failed), parsers },
      partlyRead: rows.reduce((sum, row) => sum + row.partlyRead, 0),
    }
  })
