import { PDFiumLibrary } from '@hyzyla/pdfium'
import { pdfFile } from '@portal/testkit/files/pdf-file'

/** At 150 dots per inch, as office scanners do. */
const scale = 150 / 72

/** The pages of a PDF as pictures without text, as if they had been printed and scanned. */
export async function scannedPdf(content: Uint8Array): Promise<Uint8Array> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(content)
  const pages = []
  for (const page of document.pages()) pages.push(await page.render({ scale, render: 'bitmap' }))
  document.destroy()
  library.destroy()
  const kids = pages.map((_, index) => `${3 + index * 3} 0 R`).join(' ')
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    ...pages.flatMap(({ data, width, height }, index) => {
      const [contents, picture] = [4 + index * 3, 5 + index * 3]
      const resources = `/Resources << /XObject << /Scan ${picture} 0 R >> >>`
      const size = `/Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${contents} 0 R >>`,
        { text: '<< >>', stream: Buffer.from('612 0 0 792 0 0 cm /Scan Do') },
        { text: `<< /Type /XObject /Subtype /Image ${size} >>`, stream: greyOf(data) },
      ]
    }),
  ])
}

/** One byte of each pixel's four: what is printed in black is grey. */
function greyOf(pixels: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: pixels.length / 4 }, (_, index) => pixels[index * 4] ?? 0)
}
