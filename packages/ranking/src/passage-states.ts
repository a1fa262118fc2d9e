import type { Clause } from '@portal/clauses/clause'
import { cutClauses } from '@portal/clauses/cut-clauses'

/** A run of one to three neighbouring clauses of a passage; offsets into its text. */
export interface Window {
  readonly start: number
  readonly end: number
  /** Its first clause and the one after its last. */
  readonly clauses: readonly [number, number]
  /** Its first token and the one after its last. */
  readonly tokens: readonly [number, number]
}

/** What an encoder knows of a passage's tokens and clauses, as ranking needs it. */
export interface PassageStates {
  /** Unit vectors of the tokens in few dimensions, times 127, row by row. */
  readonly tokens: Int8Array
  /** Mean states of the clauses, each divided by its scale, row by row. */
  readonly means: Int8Array
  readonly scales: Float32Array
  /** Tokens per clause: what its mean counts in a window's. */
  readonly tokenCounts: Uint16Array
  readonly windows: readonly Window[]
  /** Length of each window's sum of states. */
  readonly norms: Float32Array
}

/** As an encoder returns them: `ranges` has the first token of each clause and the one after it. */
export interface EncodedClauses {
  readonly tokens: Int8Array
  readonly ranges: Uint16Array
  readonly means: Float32Array
}

/** Two byte strings to store. Clauses have their offsets, so another cut does not shift them. */
export interface StoredStates {
  readonly tokens: Uint8Array
  readonly clauses: Uint8Array
}

/** Incremented with every change of what is stored: states of another layout are made again. */
export const statesLayout = 'below-headings-1'

const clausesMax = 3
const wordsMax = 60
/** Numbers before each clause's vector: offsets, tokens, words and scale. */
const headerBytes = 24

/** The parts of a passage's text, in order. */
export function clausesOf(text: string): Clause[] {
  return cutClauses(text)
}

/**
 * What is encoded of a passage: its text below its headings, which say what it is about, and the
 * places of its clauses in it.
 */
export function clausesBelowHeadings(
  text: string,
  headingPath: readonly string[],
  clauses: readonly Clause[] = clausesOf(text),
) {
  const above = headingPath.length === 0 ? '' : `${headingPath.join(' > ')}: `
  const { length } = above
  const parts = clauses.map(({ start, end }) => ({ start: start + length, end: end + length }))
  return { text: above + text, parts }
}

/** States as bytes: about 64 per token and 400 per clause. */
export function storeStates(clauses: readonly Clause[], encoded: EncodedClauses): StoredStates {
  const dimensions = clauses.length === 0 ? 0 : encoded.means.length / clauses.length
  const bytes = new Uint8Array(clauses.length * (headerBytes + dimensions))
  const view = new DataView(bytes.buffer)
  for (const [at, { start, end, words }] of clauses.entries()) {
    const mean = encoded.means.subarray(at * dimensions, (at + 1) * dimensions)
    const scale = largestOf(mean) / 127 || 1
    const [from = 0, to = 0] = encoded.ranges.subarray(2 * at, 2 * at + 2)
    const offset = at * (headerBytes + dimensions)
    for (const [index, value] of [start, end, from, to, words].entries())
      view.setUint32(offset + 4 * index, value, true)
    view.setFloat32(offset + 20, scale, true)
    const row = new Int8Array(bytes.buffer, offset + headerBytes, dimensions)
    for (let column = 0; column < dimensions; column++) row[column] = Math.round((mean[column] ?? 0) / scale)
  }
  const { buffer, byteOffset, byteLength } = encoded.tokens
  return { tokens: new Uint8Array(buffer, byteOffset, byteLength), clauses: bytes }
}

/** A loop: `reduce` makes an object of each number, megabytes while a document is encoded. */
function largestOf(values: Float32Array): number {
  let most = 0
  for (let at = 0; at < values.length; at++) most = Math.max(most, Math.abs(values[at] ?? 0))
  return most
}

/** Reads stored states of an encoder with vectors of `dimensions` numbers. */
export function readStates({ tokens, clauses }: StoredStates, dimensions: number): PassageStates {
  const rowBytes = headerBytes + dimensions
  const count = Math.floor(clauses.length / rowBytes)
  // Copied: what a database driver returns is a part of a larger buffer.
  const bytes = Uint8Array.from(clauses)
  const view = new DataView(bytes.buffer)
  const rows = {
    means: new Int8Array(count * dimensions),
    scales: new Float32Array(count),
    tokenCounts: new Uint16Array(count),
  }
  const read: StoredClause[] = []
  for (let at = 0; at < count; at++) {
    const offset = at * rowBytes
    const number = (index: number) => view.getUint32(offset + 4 * index, true)
    const clause = { start: number(0), end: number(1), from: number(2), to: number(3), words: number(4) }
    read.push(clause)
    rows.tokenCounts[at] = clause.to - clause.from
    rows.scales[at] = view.getFloat32(offset + 20, true)
    rows.means.set(new Int8Array(bytes.buffer, offset + headerBytes, dimensions), at * dimensions)
  }
  const windows = windowsOf(read)
  const norms = Float32Array.from(windows, (window) => normOf(window, rows, dimensions))
  return { tokens: new Int8Array(Uint8Array.from(tokens).buffer), ...rows, windows, norms }
}

type Rows = Pick<PassageStates, 'means' | 'scales' | 'tokenCounts'>

function normOf({ clauses: [first, last] }: Window, rows: Rows, dimensions: number): number {
  const sum = new Float64Array(dimensions)
  for (let clause = first; clause < last; clause++) {
    const factor = (rows.scales[clause] ?? 0) * (rows.tokenCounts[clause] ?? 0)
    const start = clause * dimensions
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + factor * (rows.means[start + at] ?? 0)
  }
  let squares = 0
  for (let at = 0; at < dimensions; at++) squares += (sum[at] ?? 0) ** 2
  return Math.sqrt(squares)
}

interface StoredClause {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
  readonly words: number
}

/** Every run of up to three clauses within the limit of words; a longer clause is its own. */
function windowsOf(clauses: readonly StoredClause[]): Window[] {
  return clauses.flatMap((first, at) => {
    const windows: Window[] = []
    let words = 0
    for (const [offset, last] of clauses.slice(at, at + clausesMax).entries()) {
      words += last.words
      if (offset > 0 && words > wordsMax) break
      // Beyond the encoder's limit.
      if (last.to <= last.from) break
      windows.push({
        start: first.start,
        end: last.end,
        clauses: [at, at + offset + 1],
        tokens: [first.from, last.to],
      })
    }
    return windows
  })
}
