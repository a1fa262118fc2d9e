import { vi } from 'vitest'
import type { JourneyPortal } from './journey-portal.ts'

const patience = { timeout: 60_000, interval: 250 }

/** The portal's address that begins with this path, from the newest mail to somebody in which there is one. Waits for that mail. */
export async function linkInMail(
  { address, mailTo }: Pick<JourneyPortal, 'address' | 'mailTo'>,
  to: string,
  path: string,
): Promise<string> {
  return vi.waitFor(async () => {
    const words = (await mailTo(to)).flatMap((text) => text.split(/\s+/))
    const link = words.find((word) => word.startsWith(`${address}${path}`))
    if (link === undefined) throw new Error(`There is no mail to ${to} with a link to ${path} yet.`)
    return link
  }, patience)
}
