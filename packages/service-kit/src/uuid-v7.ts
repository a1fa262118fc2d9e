import { randomFillSync } from 'node:crypto'

const counterMax = 0xfff
const bytesPerId = 10
/** Asked for together: by themselves, a thousand ids take the system's generator 8 ms. */
const pool = Buffer.alloc(bytesPerId * 256)
let used = pool.byteLength
let lastMs = 0
let counter = 0

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, a 12-bit counter (§6.2, method 1), 62
 * random bits. Ids of one process rise strictly, even when the clock steps back.
 */
export function uuidV7(nowMs: number = Date.now()): string {
  const random = nextRandom()
  if (nowMs > lastMs) {
    lastMs = nowMs
    // In the lower half: at least 2,048 ids fit into a millisecond before it borrows the next.
    counter = random.readUInt16BE(8) & (counterMax >> 1)
  } else if (counter === counterMax) {
    lastMs += 1
    counter = 0
  } else {
    counter += 1
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const sequence = (0x7000 | counter).toString(16)
  const variant = (0x8000 | (random.readUInt16BE(0) & 0x3fff)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-${sequence}-${variant}-${random.toString('hex', 2, 8)}`
}

function nextRandom(): Buffer {
  if (used === pool.byteLength) {
    randomFillSync(pool)
    used = 0
  }
  used += bytesPerId
  return pool.subarray(used - bytesPerId, used)
}
