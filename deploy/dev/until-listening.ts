import { sleep } from '@portal/service-kit/sleep'

const patienceMs = 90_000
const pauseMs = 200

/** Resolves when something answers at the address, whatever it says. Throws after 90 s. */
export async function untilListening(address: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const isThere = await fetch(address, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await sleep(pauseMs)
  }
  throw new Error(`Nothing answers at ${address}; the reason is above.`)
}
