/** Precedes a file on standard input: one line of JSON, then `sizeBytes` bytes. */
export interface FileHeader {
  readonly type: string
  readonly sizeBytes: number
  /** The pages of a PDF to read; without `to`, as many as {@link rangeBudget} allows. */
  readonly from?: number
  readonly to?: number
}

/** What one process spends on a PDF before another one goes on with the next page. */
export const rangeBudget = { cpuSeconds: 8, engineBytes: 224 * 1024 * 1024 } as const

/** Limits on a file's contents; the largest plain-text upload is below them. */
export const parsedLimits = { charactersMax: 12_000_000, blocksMax: 200_000, pagesMax: 5_000 } as const
