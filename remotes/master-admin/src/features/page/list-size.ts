/** When a list gets a search box, and how many rows it renders at a time. */
export const listSize = { searchFrom: 8, rowsAtFirst: 60, rowsMore: 60 } as const
