/** A list that this tab keeps until it is closed. */
interface TabList<Item> {
  readonly read: () => Item[]
  readonly write: (items: readonly Item[]) => void
}

type Loose<Item> = { readonly [Name in keyof Item]?: unknown }

/** Of what is stored only what `isItem`: another version of this screen may have written it. */
export function tabList<Item extends object>(
  storageKey: string,
  isItem: (fields: Loose<Item>) => boolean,
): TabList<Item> {
  const isKept = (value: unknown): value is Item =>
    typeof value === 'object' && value !== null && isItem(value as Loose<Item>)
  return {
    read: () => {
      try {
        const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
        return Array.isArray(stored) ? stored.filter(isKept) : []
      } catch {
        return []
      }
    },
    write: (items) => {
      try {
        sessionStorage.setItem(storageKey, JSON.stringify(items))
      } catch {
        // A full or forbidden store costs what would be found again after a reload.
      }
    },
  }
}
