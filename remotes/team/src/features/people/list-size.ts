/**
 * A list gets a search box once it is longer than a screen. Few rows at first: what stands below it (invitations, departments) stays within
 * reach, on a phone too; then as many more as stay quick.
 */
export const listSize = { searchFrom: 10, rowsAtFirst: 20, rowsMore: 100 } as const
