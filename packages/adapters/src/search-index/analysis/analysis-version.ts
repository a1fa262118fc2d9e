/** Grows with every change of the text analysis: documents that were indexed before are then indexed again, in every adapter. */
export const analysisVersion = 1
