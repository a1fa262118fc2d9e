import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { SupervisorAccess } from './supervisor-order.ts'

const Status = z.array(
  z.object({
    name: z.string(),
    state: z.string(),
    pid: z.number().nullable(),
    restarts: z.number(),
    url: z.string(),
  }),
)

// Where no supervisor is, the connection is refused at once.
const statusWithinMs = 30_000

/** Sends the supervisor a command; rejects with its error message. */
export async function callSupervisor(
  { control }: Pick<SupervisorAccess, 'control'>,
  path: string,
): Promise<void> {
  // Not fetch, which times out after five minutes: a start may include an installation.
  const call = request(new URL(path, control.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${control.secret}` },
  })
  call.end()
  const answer = async () => {
    const [response] = await once(call, 'response')
    return { response, sentence: await text(response) }
  }
  const { response, sentence } = await answer().catch((cause: unknown) => {
    throw new Error("The engines' supervisor has stopped.", { cause })
  })
  if (response.statusCode >= 300) throw new Error(sentence)
}

/** The engines' states; null if no supervisor responds. */
export async function readStatus({ control }: SupervisorAccess): Promise<z.infer<typeof Status> | null> {
  try {
    const response = await fetch(new URL('/status', control.url), {
      headers: { authorization: `Bearer ${control.secret}` },
      signal: AbortSignal.timeout(statusWithinMs),
    })
    return response.ok ? Status.parse(await response.json()) : null
  } catch {
    return null
  }
}
