import { PortalStatus } from '@portal/contracts/gateway'
import { sleep } from '@portal/service-kit/sleep'

const patienceMs = 90_000
const pauseMs = 200

/** Resolves when GET /api/status returns 200. Throws after 90 s, naming what is not ready. */
export async function untilReady(address: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  let waiting = 'the gateway'
  while (Date.now() < deadline) {
    const response = await fetch(`${address}/api/status`).catch(() => null)
    if (response?.ok) return
    if (response?.status === 503) waiting = await notReady(response)
    await sleep(pauseMs)
  }
  throw new Error(
    `The portal did not become ready within ${patienceMs / 1000} s; still waiting for ${waiting}.`,
  )
}

async function notReady(response: Response): Promise<string> {
  const status = PortalStatus.safeParse(await response.json())
  if (!status.success) return 'the gateway'
  return status.data.parts
    .filter(({ state }) => state !== 'ready')
    .map(({ name, detail }) => (detail === null ? name : `${name} (${detail})`))
    .join(', ')
}
