import { pdfFile, textOperators } from './pdf-file.ts'

/** What the pages of such a form say, which no viewer shows that knows the form. */
export const xfaPlaceholder = 'Please wait. Your viewer may not be able to show this document.'

/** A form of labels and values that a viewer lays out when it opens it (XFA 3.3). */
export function xfaPdf(fields: readonly { readonly label: string; readonly value: string }[]): Uint8Array {
  const field = ({ label, value }: (typeof fields)[number], at: number) =>
    `<field name="f${at}" w="170mm" h="9mm" y="${10 + at * 10}mm"><ui><textEdit/></ui><caption reserve="60mm"><value><text>${label}</text></value></caption><value><text>${value}</text></value></field>`
  const template = `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form1" layout="tb"><pageSet><pageArea name="Page1" id="Page1"><contentArea x="6mm" y="6mm" w="198mm" h="267mm"/><medium stock="a4" short="210mm" long="297mm"/></pageArea></pageSet><subform w="198mm" h="260mm" name="body">${fields.map(field).join('')}</subform></subform></template>`
  const xdp = `<?xml version="1.0" encoding="UTF-8"?><xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${template}</xdp:xdp>`
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >> >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    { text: '<< >>', stream: Buffer.from(textOperators([xfaPlaceholder]), 'latin1') },
    { text: '<< >>', stream: Buffer.from(xdp, 'utf8') },
  ])
}
