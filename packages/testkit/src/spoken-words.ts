import { type EventEnvelope, event, events } from '@portal/contracts/events'
import type { Database } from '@portal/service-kit/database/open-database'
import { type Consumer, on } from '@portal/service-kit/inbox/consumers'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { sql } from 'drizzle-orm'
import { z } from 'zod'

/** A service's events that carry words; the words of one subject form a sentence. */
export function wordEvents(source: string) {
  return events(source, {
    said: event('word.said', 1, { word: z.string() }),
    ignored: event('word.ignored', 1, {}),
  })
}

/** A projection that depends on order and number of effects: keeps sentences in `notes`. */
export function sentenceConsumer(source: string): Consumer {
  return on(wordEvents(source).said, async ({ db, organizationId }, { subject, data }) => {
    await db.execute(sql`
      insert into notes values (${organizationId}, ${subject}, ${data.word})
      on conflict (organization_id, id) do update set text = notes.text || ' ' || excluded.text`)
  })
}

/** An organization's sentences, by subject. */
export async function sentences(database: Database, organizationId: number): Promise<Record<string, string>> {
  const rows = await database.tenantTx(organizationId, (db) =>
    db.execute<{ id: string; text: string }>(sql`select id, text from notes order by id`),
  )
  return Object.fromEntries(rows.map(({ id, text }) => [id, text]))
}

/** An event carrying a word. */
export function said(
  source: string,
  to: { readonly organizationId: number; readonly subject: string; readonly word: string },
): EventEnvelope {
  return {
    specversion: '1.0',
    id: uuidV7(),
    source,
    type: 'word.said',
    dataversion: 1,
    subject: to.subject,
    time: new Date().toISOString(),
    organizationid: to.organizationId,
    partitionkey: `${to.organizationId}/${to.subject}`,
    data: { word: to.word },
  }
}
