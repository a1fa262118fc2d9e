import { writeFile } from 'node:fs/promises'
import {
  encodeAll,
  readTopics,
  topicRows,
  topicVectors,
} from '@portal/documents-service/retrieval/everyday-topics'
import type { Embedder } from '@portal/service-kit/ports/embedder'

/** Encodes the everyday topics again and writes their vectors beside them. */
export async function writeTopicVectors(embedder: Embedder): Promise<string> {
  const topics = await readTopics()
  await writeFile(topicVectors.file, topicRows(await encodeAll(embedder, topics)))
  return `${topicVectors.file.pathname}: ${topics.length} topics`
}
