/** Precedes a file on standard input: one line of JSON, then `sizeBytes` bytes. */
export interface FileHeader {
  readonly type: string
  readonly sizeBytes: number
  /** The pages of a PDF to read; without `to`, as many as {@link rangeBudget} allows. */
  readonly from?: number
  readonly to?: number
  /** Instead of {@link rangeBudget}. */
  readonly budget?: RangeBudget
}

/** What one process spends on a PDF before another one goes on with the next page. */
export interface RangeBudget {
  readonly cpuSeconds: number
  readonly engineBytes: number
}

/** Small enough that a process stays below its limits on the heaviest page after it is spent. */
export const rangeBudget: RangeBudget = { cpuSeconds: 8, engineBytes: 224 * 1024 * 1024 }

/** The type of what one process hands to another: pages of a PDF that several read. */
export const carriedPages = 'application/vnd.portal.pdf-pages'
/** Packed pages come in lines of so many characters: the parent has other work between lines. */
export const carriedPiece = 64 * 1024
/** Most characters of the packed pages of a file. The parent holds them until the last is read. */
export const carriedMax = 24 * 1024 * 1024
/** Most bytes of a part's pages when unpacked. */
export const unpackedBytesMax = 160 * 1024 * 1024

/** Limits on a file's contents; the largest plain-text upload is below them. */
export const parsedLimits = { charactersMax: 12_000_000, blocksMax: 200_000, pagesMax: 5_000 } as const
