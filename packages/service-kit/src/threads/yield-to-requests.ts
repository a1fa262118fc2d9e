import { setPriority } from 'node:os'

/** A third of the share of other threads, when they are busy. */
const niceness = 5

/** Lets a thread of long work give way to the ones that answer requests. */
export function yieldToRequests(): void {
  // On Linux a priority belongs to a thread; elsewhere it would be the whole process's.
  if (process.platform === 'linux') setPriority(0, niceness)
}
