/** The part of pdfmake that the demo uses; @types/pdfmake would bring the browser's types along. */
declare module 'pdfmake' {
  /** A node of a document, as pdfmake's documentation describes it. */
  export type Content = string | { readonly [property: string]: unknown } | readonly Content[]

  const pdfmake: {
    setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void
    createPdf(definition: Readonly<Record<string, unknown>>): { getBuffer(): Promise<Uint8Array> }
  }
  // biome-ignore lint/style/noDefaultExport: it is a CommonJS module, imported whole
  export default pdfmake
}
