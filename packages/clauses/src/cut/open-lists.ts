import { type MarkerReading, markerReadings } from './marker-readings.ts'

interface OpenList {
  readonly style: string
  ordinal: number | null
  /** The block that announces the list, or the item that it is within. */
  readonly below: number | null
  /** Its latest item. */
  item: number
}

/** An item that is to be found in, or opens, a list. */
interface Item {
  readonly block: number
  readonly marker: string
  /** The block right before it, if that announces a list. */
  readonly leadIn: number | null
}

/** The lists that a block is in, outermost first, as far as the markers of items show it. */
export class OpenLists {
  #lists: OpenList[] = []

  /** Depth of the item from 1, and the block that its list is below. */
  add(item: Item): { readonly depth: number; readonly below: number | null } {
    const readings = markerReadings(item.marker)
    const list = this.#continued(readings) ?? this.#opened(readings, item)
    list.item = item.block
    return { depth: this.#lists.length, below: list.below }
  }

  /** A paragraph ends lists with bullets; a count may go on after it. */
  interrupt(): void {
    const first = this.#lists.findIndex(({ ordinal }) => ordinal === null)
    if (first !== -1) this.#lists.length = first
  }

  /** The innermost list that the item is the next of; it closes the lists within. */
  #continued(readings: readonly MarkerReading[]): OpenList | null {
    for (let at = this.#lists.length - 1; at >= 0; at--) {
      const list = this.#lists[at]
      const reading = readings.find(({ style, ordinal }) => style === list?.style && isNext(ordinal, list))
      if (!list || !reading) continue
      list.ordinal = reading.ordinal
      this.#lists.length = at + 1
      return list
    }
    return null
  }

  #opened(readings: readonly MarkerReading[], { leadIn, block }: Item): OpenList {
    const first = readings.find(({ ordinal }) => ordinal === null || ordinal === 1)
    const reading = first ?? readings[0] ?? { style: '', ordinal: null }
    // A count that does not begin here began before the passage does, outside of what is open.
    if (first === undefined) this.#lists = []
    // A count that begins anew is another list, not one within; so no text nests without limit.
    const same = this.#lists.findIndex(({ style }) => style === reading.style)
    if (same !== -1) this.#lists.length = same
    const within = this.#lists.at(-1)?.item ?? null
    const list = { ...reading, below: leadIn ?? within, item: block }
    if (leadIn !== null && leadIn !== within && !this.#holds(leadIn)) this.#lists = []
    this.#lists.push(list)
    return list
  }

  #holds(block: number): boolean {
    return this.#lists.some(({ item }) => item === block)
  }
}

/** Numbers may skip some that the file lost, but never go back. */
function isNext(ordinal: number | null, list: OpenList): boolean {
  if (ordinal === null || list.ordinal === null) return ordinal === list.ordinal
  return ordinal > list.ordinal && ordinal <= list.ordinal + 2
}
