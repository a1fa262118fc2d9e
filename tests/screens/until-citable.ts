import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'

const patienceMs = 120_000
const pauseMs = 500

/** Resolves when every document is searchable, or cannot be read. Throws after two minutes. */
export async function untilCitable(client: Client): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const documents = await client.call(documentsApi.listDocuments, { query: {} })
    if (documents.every(({ ingestion }) => /ready|failed/.test(ingestion.state))) return
    await delay(pauseMs)
  }
  throw new Error('The demo documents were not ready in two minutes.')
}
