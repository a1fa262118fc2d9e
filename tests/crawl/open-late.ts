import type { TestPage } from '@portal/testkit/browser'
import { settled } from '../screens/photograph.ts'
import { holdBack } from './hold-back.ts'
import { open } from './open-page.ts'
import { shiftFaults } from './page-checks.ts'

/**
 * Opens a page, then again for each answer that it read, with that one after all others, and says
 * what moved when it came.
 */
export async function openLate(page: TestPage, address: string, path: string): Promise<string[]> {
  const faults: string[] = []
  for (const read of await readsOf(page, address, path)) {
    const moved = await openWithout(page, `${address}${path}`, read).catch((error: unknown) => [
      String(error),
    ])
    faults.push(...moved.map((fault) => `with ${read} late, ${fault}`))
  }
  return faults
}

/** The addresses that a page reads as it opens. */
async function readsOf(page: TestPage, address: string, path: string): Promise<Set<string>> {
  const reads = new Set<string>()
  const note = (request: { url(): string; resourceType(): string; method(): string }) => {
    const { pathname } = new URL(request.url())
    const isRead = request.method() === 'GET' && request.resourceType() === 'fetch'
    if (isRead && pathname.startsWith('/api/')) reads.add(pathname)
  }
  page.on('request', note)
  await open(page, address, path)
  page.off('request', note)
  return reads
}

async function openWithout(page: TestPage, target: string, late: string): Promise<string[]> {
  const { isAlone, release } = await holdBack(page, (path) => path === late)
  await page.goto(target)
  try {
    await isAlone()
  } finally {
    await release()
  }
  await settled(page)
  return shiftFaults(page)
}
