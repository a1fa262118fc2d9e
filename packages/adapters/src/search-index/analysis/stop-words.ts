/** Lucene's English stop words, and question words. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with
  what which who whom whose when where why how do does did can could should would may might must shall have has had having been being
  were am i we us our you your my me he him his she her hers them its any all about`.split(/\s+/),
)
