/** Takes the next step, which goes by what it promises. */
export type TakeStep = (promise: string, step: () => Promise<void>) => Promise<void>

/**
 * Takes steps of which each builds on those before. After one that failed, or that was given up before it ended, every other one is refused
 * with a sentence that names it: what they would find says nothing of the portal.
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
