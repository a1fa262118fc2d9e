/**
 * Works on all of `items`, one after the other; what fails stops no other. Throws an AggregateError
 * with every failure at the end.
 */
export async function forEveryOne<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  let count = 0
  for (const item of items) {
    count += 1
    try {
      await work(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${count} failed`)
}
