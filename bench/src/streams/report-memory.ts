import { setTimeout as pause } from 'node:timers/promises'

/** What the parent needs to open streams. */
export interface Ready {
  readonly url: string
  readonly passport: string
}

/** What the parent asks for: how much is held, and before that so many copies of something. */
export interface MemoryRequest {
  readonly copies?: number
}

/** Tells the parent where this process listens, and on every message what it holds, in bytes. */
export function reportMemory(ready: Ready, copy: () => unknown = () => null): void {
  let held: unknown[] = []
  process.on('message', ({ copies }: MemoryRequest) => {
    if (copies !== undefined) held = Array.from({ length: copies }, copy)
    void send(held.length)
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.(ready)
}

async function send(copies: number): Promise<void> {
  // What a first collection frees by callbacks, a second one collects.
  for (let pass = 0; pass < 3; pass += 1) {
    globalThis.gc?.()
    await pause(50)
  }
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ bytes: heapUsed + external, copies })
}
