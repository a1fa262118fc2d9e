import { chainHash, genesisHash } from './chain-hash.ts'
import type { FoundHead } from './head-store.ts'
import type { AuditRow } from './tables.ts'

/** Result for one chain. `firstBad` is the first sequence that is altered or missing. */
export interface ChainVerdict {
  readonly chain: string
  readonly entries: number
  readonly lastSequence: number
  readonly firstBad: number | null
  /** The fault in one sentence; null when the chain is intact. */
  readonly finding: string | null
}

/** How long entries may lack a signed head; after that none is being written, or it was removed. */
const unsignedMsMax = 60_000

/** Checks one chain from its first entry to its signed head; entries come in order of sequence. */
export class ChainCheck {
  readonly #chain: string
  readonly #found: FoundHead | null
  #entries = 0
  #lastSequence = 0
  #hash = genesisHash
  #oldestUnsigned: Date | null = null
  #bad: { readonly sequence: number; readonly finding: string } | null = null

  constructor(chain: string, found: FoundHead | null) {
    this.#chain = chain
    this.#found = found
    if (found !== null && found.head === null) this.#note(1, 'its signed head is not one of ours')
  }

  feed(entry: AuditRow): void {
    this.#entries += 1
    const expected = this.#lastSequence + 1
    this.#lastSequence = entry.sequence
    if (this.#bad) return
    if (entry.sequence !== expected) {
      this.#note(Math.min(expected, entry.sequence), gap(expected, entry.sequence))
      return
    }
    const hash = chainHash(this.#hash, entry)
    const head = this.#found?.head
    if (hash !== entry.hash) this.#note(entry.sequence, 'the entry is not the one that was written')
    else if (head?.sequence === entry.sequence && head.hash !== hash)
      this.#note(entry.sequence, 'the chain was rewritten: it is not the one that was signed')
    this.#hash = entry.hash
    if (entry.sequence > (head?.sequence ?? 0)) this.#oldestUnsigned ??= entry.at
  }

  /** `counted` is the number of rows in the database, which no order can hide. */
  verdict(counted: number, now: number): ChainVerdict {
    const signed = this.#found?.head?.sequence ?? 0
    if (!this.#bad && this.#lastSequence < signed) {
      this.#note(this.#lastSequence + 1, `the tail is cut: it was signed up to entry ${signed}`)
    }
    if (!this.#bad && this.#entries < counted) {
      this.#note(1, `there are ${counted - this.#entries} entries more than the sequence holds`)
    }
    const unsigned = this.#oldestUnsigned
    if (!this.#bad && unsigned && now - unsigned.getTime() > unsignedMsMax) {
      this.#note(signed + 1, `entries since ${unsigned.toISOString()} have no signed head`)
    }
    return {
      chain: this.#chain,
      entries: this.#entries,
      lastSequence: this.#lastSequence,
      firstBad: this.#bad?.sequence ?? null,
      finding: this.#bad?.finding ?? null,
    }
  }

  #note(sequence: number, finding: string): void {
    this.#bad ??= { sequence, finding }
  }
}

function gap(expected: number, found: number): string {
  if (found < expected) return `entry ${found} is there twice`
  return found === expected + 1 ? 'the entry is missing' : `entries ${expected} to ${found - 1} are missing`
}
