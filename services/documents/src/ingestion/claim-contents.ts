/** Contents that a job of this process is having encoded, with when that will have ended. */
const claimed = new Map<string, Promise<void>>()
let releases = 0

/** A job; aborted, it may have been taken by another. */
interface Claimant {
  readonly organizationId: number
  readonly signal: AbortSignal
}

/** What is missing, as it was loaded, and which of it is this job's to encode. */
interface Claim<Missing> extends Disposable {
  readonly missing: Missing
  readonly mine: ReadonlySet<string>
  /** Resolves when the jobs that have claimed the rest have stored it, failed or been aborted. */
  readonly others: Promise<unknown>
}

/**
 * Loads what an organization has to encode, and claims those of these contents that no other job
 * has claimed, so that none is encoded twice; different contents are encoded side by side. To be
 * disposed of when they are stored.
 */
export async function claimContents<
  Missing extends { readonly batch: readonly { readonly contentHash: string }[] },
>({ organizationId, signal }: Claimant, load: () => Promise<Missing>): Promise<Claim<Missing>> {
  for (;;) {
    const releasesBefore = releases
    const missing = await load()
    signal.throwIfAborted()
    // What was stored meanwhile may have been loaded as missing.
    if (releases !== releasesBefore) continue
    const keyOf = (contentHash: string) => `${organizationId} ${contentHash}`
    const hashes = missing.batch.map(({ contentHash }) => contentHash)
    const others = hashes.flatMap((hash) => claimed.get(keyOf(hash)) ?? [])
    const mine = new Set(hashes.filter((hash) => !claimed.has(keyOf(hash))))
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const hash of mine) claimed.set(keyOf(hash), promise)
    const release = () => {
      signal.removeEventListener('abort', release)
      for (const hash of mine) if (claimed.get(keyOf(hash)) === promise) claimed.delete(keyOf(hash))
      releases += 1
      resolve()
    }
    signal.addEventListener('abort', release)
    return { missing, mine, others: Promise.all(others), [Symbol.dispose]: release }
  }
}
