import { PortalStatus } from '@portal/contracts/gateway'
import { sleep } from '@portal/service-kit/sleep'
import { type Patience, paced } from '../keep-trying.ts'

const pauseMs = 200
const silentMs = 10_000

/** Resolves when GET /api/status returns 200; until then notes now and then what is not ready. */
export async function untilReady(address: string, { halted, note }: Patience): Promise<void> {
  const notes = paced(note)
  const startedAt = performance.now()
  while (!halted.aborted) {
    const response = await fetch(`${address}/api/status`, { signal: halted }).catch(() => null)
    if (response?.ok) return
    const waiting = response?.status === 503 ? await notReady(response) : 'the gateway'
    if (performance.now() - startedAt > silentMs) notes(`Still waiting for ${waiting}`)
    await sleep(pauseMs, halted)
  }
}

async function notReady(response: Response): Promise<string> {
  const status = PortalStatus.safeParse(await response.json().catch(() => null))
  if (!status.success) return 'the gateway'
  return status.data.parts
    .filter(({ state }) => state !== 'ready')
    .map(({ name, detail }) => (detail === null ? name : `${name} (${detail})`))
    .join(', ')
}
