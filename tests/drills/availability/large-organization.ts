import { availability } from '../config.ts'
import type { Attack } from './attack.ts'
import { ownOrganization } from './own-organization.ts'
import { untilState, uploadText } from './upload-text.ts'

const { fileMb } = availability
const atOnce = 4

/** One organization that uploads large texts, one after another, as fast as it can. */
export const largeOrganization: Attack = {
  name: 'one-large-organization',
  growthMbMax: 800,
  leavesWork: true,
  start: async (target) => {
    const browser = await ownOrganization(target)
    const text = largeText()
    const ends = new Map<number, number>()
    const count = Math.ceil(availability.uploadedMb / fileMb)
    // The attack is on those who wait for the encoder: it begins when that has the first text.
    const first = await uploadText(browser, text.replaceAll('#', 'first'))
    ends.set(first.status, 1)
    await untilState(browser, first, { state: 'indexing', withinMs: availability.timeoutMs })
    const startedAt = performance.now()
    let [next, ended, seconds] = [1, 1, 0]
    let isOver = false
    const worker = async () => {
      while (next < count && !isOver) {
        next += 1
        const { status } = await uploadText(browser, text.replaceAll('#', `${next}`)).catch(lost)
        ends.set(status, (ends.get(status) ?? 0) + 1)
        ended += 1
        seconds = (performance.now() - startedAt) / 1000
      }
    }
    const workers = Array.from({ length: atOnce }, worker)
    return {
      report: () => {
        const answers = [...ends].map(([status, times]) => `${times} answered ${status}`).join(', ')
        const mb = (ended * fileMb).toFixed(0)
        return { figures: `${mb} MB in ${seconds.toFixed(0)} s, ${answers}`, isDone: ended === count }
      },
      [Symbol.asyncDispose]: async () => {
        isOver = true
        await Promise.all(workers)
      },
    }
  },
}

const lost = () => ({ status: 0 })

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
