/** Runs the next step, named for what it promises. */
export type TakeStep = (promise: string, step: () => Promise<void>) => Promise<void>

/**
 * Runs steps that build on each other. Once one has failed or timed out, the others are rejected
 * with a sentence naming it, because their results would mean nothing.
 */
export function inOrder(): TakeStep {
  let open: string | null = null
  return async (promise, step) => {
    if (open !== null) throw new Error(`An earlier step failed: ${open}.`)
    open = promise
    await step()
    open = null
  }
}
