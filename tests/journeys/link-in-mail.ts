import { vi } from 'vitest'
import type { JourneyPortal } from './journey-portal.ts'

const patience = { timeout: 60_000, interval: 250 }

/** Waits for a mail with a portal link that starts with this path; returns the newest link. */
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
