import { availability } from '../config.ts'
import type { Attack } from './attack.ts'
import { uploadText } from './drilled-portal.ts'
import { ownOrganization } from './own-organization.ts'

const fileMb = 9.5
const atOnce = 4

/** One organization that uploads large texts, one after another, as fast as it can. */
export const largeOrganization: Attack = {
  name: 'one-large-organization',
  growthMbMax: 400,
  start: async (portal) => {
    const browser = await ownOrganization(portal)
    const text = largeText()
    const ends = new Map<number, number>()
    const count = Math.ceil(availability.uploadedMb / fileMb)
    let next = 0
    let isOver = false
    const worker = async () => {
      while (next < count && !isOver) {
        next += 1
        const status = await uploadText(browser, text.replaceAll('#', `${next}`)).catch(() => 0)
        ends.set(status, (ends.get(status) ?? 0) + 1)
      }
    }
    const workers = Array.from({ length: atOnce }, worker)
    return {
      figures: () => [...ends].map(([status, times]) => `${times} uploads: ${status}`).join(', '),
      [Symbol.asyncDispose]: async () => {
        isOver = true
        await Promise.all(workers)
      },
    }
  },
}

/** No two sentences alike once the file's number is in them, so that none is known already. */
function largeText(): string {
  const sentences: string[] = []
  for (let bytes = 0, index = 0; bytes < fileMb * 1_000_000; index += 1) {
    const sentence = `Rule #.${index}: records of kind ${(index * 7919) % 100_003} are kept for ${index % 30} years.\n\n`
    sentences.push(sentence)
    bytes += sentence.length
  }
  return sentences.join('')
}
