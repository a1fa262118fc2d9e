/** Precedes a file on standard input: one line of JSON, then `sizeBytes` bytes. */
export interface FileHeader {
  readonly type: string
  readonly sizeBytes: number
}

/** Limits on a file's contents; the largest plain-text upload is below them. */
export const parsedLimits = { charactersMax: 12_000_000, blocksMax: 200_000, pagesMax: 5_000 } as const
