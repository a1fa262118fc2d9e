/** Incremented with every change of the text analysis; all adapters then re-index. */
export const analysisVersion = 1
