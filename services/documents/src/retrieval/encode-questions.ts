import type { documentsApi } from '@portal/contracts/documents'
import type { Verb } from '../ports.ts'
import { encodeOnce } from './encode-once.ts'
import { orSearchUnavailable } from './retrieve-passages.ts'

/** Runs here, next to the encoder; chat keeps the vectors of questions that it compares often. */
export const encodeQuestions: Verb<typeof documentsApi.encodeQuestions> = async (ctx, { body }) => {
  const { embedder } = ctx.ports
  const encoding = encodeOnce(embedder, { texts: body.questions, kind: 'query', asker: ctx })
  const vectors = await orSearchUnavailable(encoding)
  return {
    model: embedder.model,
    vectors: vectors.map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
    ),
  }
}
