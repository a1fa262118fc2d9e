import { getPriority, setPriority } from 'node:os'

/** Added to the process's own niceness; 19 is the maximum. */
const niceness = { awaited: 5, background: 7 }

/**
 * Makes a thread of long work yield to those that answer requests; background work, for which
 * nobody waits, yields to all others. On a busy machine they get a third and a fifth of a normal
 * share.
 */
export function yieldToRequests(work: keyof typeof niceness): void {
  // On Linux a priority belongs to a thread; elsewhere it would be the whole process's.
  if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + niceness[work]))
}
