/** A list gets a search box once it is longer than a screen; its rows are drawn in parts that stay quick. */
export const listSize = { searchFrom: 8, rowsAtFirst: 60, rowsMore: 60 } as const
