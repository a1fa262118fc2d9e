import { writeFile } from 'node:fs/promises'
import { sleep } from '@portal/service-kit/sleep'
import { yieldToRequests } from '@portal/service-kit/threads/yield-to-requests'
import { serveRequests } from '../../workers/serve-requests.ts'
import { embedQueue } from './embed-queue.ts'
import { type Encoded, type EncodeRequest, loadSentenceEncoder } from './sentence-encoder.ts'

// A question costs it milliseconds; indexing keeps it busy for as long as there are passages.
yieldToRequests('awaited')
void yieldSession()
const encoder = loadSentenceEncoder()
// Awaited by each request: a model that cannot be loaded fails them with its reason.
encoder.catch(() => undefined)

const enqueue = embedQueue({ all: 1, passages: 1 })

serveRequests(async (request: EncodeRequest): Promise<Encoded> => {
  const work = { texts: [request], kind: request.kind, options: undefined, encode }
  const [encoded] = await enqueue(work)
  if (!encoded) throw new Error('The encoder returned nothing.')
  return encoded
})

async function encode({ text, kind, parts }: EncodeRequest): Promise<Encoded> {
  const { vectorOf, statesOf } = await encoder
  return parts ? await statesOf({ text, parts }, kind) : { vector: await vectorOf(text, kind) }
}

/**
 * Linux shares processors between sessions first (sched(7), autogroups), and each of Postgres'
 * backends has its own. Elsewhere nothing happens.
 */
async function yieldSession(): Promise<void> {
  const set = () => writeFile('/proc/self/autogroup', '5').catch(({ code }) => code)
  // The system takes one change in a tenth of a second from all who are not root.
  for (let tries = 1; tries <= 5 && (await set()) === 'EAGAIN'; tries += 1) await sleep(120)
}
