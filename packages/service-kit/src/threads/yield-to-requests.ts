import { getPriority, setPriority } from 'node:os'

/** Added to the niceness that the process was started with; 19 is the most there is. */
const niceness = { awaited: 5, background: 7 }

/**
 * Lets a thread of long work give way to those that answer requests, and one whose work nobody
 * waits for also to the others. When all are busy, it gets a third or a fifth of their share.
 */
export function yieldToRequests(work: keyof typeof niceness): void {
  // On Linux a priority belongs to a thread; elsewhere it would be the whole process's.
  if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + niceness[work]))
}
