import type { documentsApi } from '@portal/contracts/documents'
import { cosine, sameMeaning } from '@portal/ranking/same-meaning'
import type { Verb } from '../ports.ts'
import { encodeOnce } from './encode-once.ts'
import { orSearchUnavailable } from './retrieve-passages.ts'

/** Runs here, next to the encoder. A question joins the first group whose first one it is like. */
export const groupQuestions: Verb<typeof documentsApi.groupQuestions> = async (ctx, { body }) => {
  const { embedder } = ctx.ports
  const encoding = encodeOnce(embedder, { texts: body.questions, kind: 'query', asker: ctx })
  const vectors = await orSearchUnavailable(encoding)
  const firsts: Float32Array[] = []
  const groups = vectors.map((vector) => {
    const known = firsts.findIndex((first) => cosine(first, vector) >= sameMeaning)
    return known === -1 ? firsts.push(vector) - 1 : known
  })
  return { groups }
}
