import { expect, type TestContext } from 'vitest'

/**
 * Fails if one of the writes that were acknowledged was not found again; else notes how many there
 * were, for the sum of docs/reliability.md R1.
 */
export async function expectKept<Key>(
  context: TestContext,
  acknowledged: readonly Key[],
  found: Iterable<Key>,
): Promise<void> {
  const kept = new Set(found)
  expect(acknowledged.filter((key) => !kept.has(key))).toEqual([])
  await noteWrites(context, acknowledged.length)
}

/** Notes how many acknowledged writes were found again, all of them. */
export async function noteWrites({ annotate }: TestContext, count: number): Promise<void> {
  await annotate(String(count), 'writes')
}

/** What {@link noteWrites} has noted. */
export function readWrites(message: string): number {
  return Number(message)
}
