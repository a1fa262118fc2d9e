/**
 * When a list gets a search box. Few rows at first, so that the sections below stay within reach;
 * then as many as render quickly.
 */
export const listSize = { searchFrom: 10, rowsAtFirst: 20, rowsMore: 100 } as const
