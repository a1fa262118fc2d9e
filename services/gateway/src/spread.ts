/**
 * A time limit, lengthened by up to a half at random: a crowd that began together neither ends
 * together nor comes again together, which would hold up all others for a moment.
 */
export function spread(ms: number): number {
  return ms * (1 + Math.random() / 2)
}
